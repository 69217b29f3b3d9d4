const IMPORT =
  /\bimport\s*(?:type\s*)?\{([^{}]{1,2000})\}\s*from\s*["'](?:viem|wagmi|@wagmi\/core|@reown\/appkit|thirdweb)\/(?:chains|networks)["']/g;

/** Chains that a program imports by name from the collections of viem and its like, each once. */
export function importedChains(text: string): string[] {
  if (!/\/(?:chains|networks)["']/.test(text)) return [];
  const found = new Set<string>();
  for (const [, list] of text.matchAll(IMPORT)) {
    for (const part of list.split(",")) {
      const name = /^\s*([A-Za-z]\w{1,40})/.exec(part)?.[1];
      if (name !== undefined) found.add(name);
    }
  }
  return [...found];
}
