const IMPORT =
  /\bimport\s*\{([^{}]{1,2000})\}\s*from\s*["']((?:viem|wagmi|@wagmi\/core|@reown\/appkit|thirdweb)\/(?:chains|networks))["']/g;

/** Chains that a program imports by name from the collections of viem and its like, with the module's name. */
export function importedChains(text: string): { name: string; from: string }[] {
  if (!/\/(?:chains|networks)["']/.test(text)) return [];
  const found = new Map<string, string>();
  for (const [, list = "", from = ""] of text.matchAll(IMPORT)) {
    for (const part of list.split(",")) {
      const name = /^\s*([A-Za-z]\w{1,40})\s*(?:as\s|$)/.exec(part)?.[1];
      if (name !== undefined && !found.has(name)) found.set(name, from);
    }
  }
  return [...found].map(([name, from]) => ({ name, from }));
}
