import { ParseFault } from "./parse/fault.ts";
import { emptyReading, type Reading } from "./signal.ts";
import { environmentNamesIn } from "./source/environment-names.ts";
import { hostsIn, shownHost } from "./source/hosts.ts";
import { importedChains } from "./source/imported-chains.ts";
import { readNotebook } from "./source/notebook.ts";
import { readSolidity } from "./source/solidity-source.ts";

/** Settings files that name the hosts a program calls. Lock files and package.json name hundreds of other hosts. */
const SETTINGS = /\.(?:toml|ya?ml|json5?|jsonc|conf|ini|properties|xcconfig|plist)$/i;
const LISTS =
  /(?:^|[.-])lock\.|-lock\.ya?ml$|^(?:package|composer|tsconfig[\w.-]*|manifest)\.json$|\.(?:abi|schema|lock)\.json$/i;

export function isSettings(name: string): boolean {
  return SETTINGS.test(name) && !LISTS.test(name);
}

export function isNotebook(name: string): boolean {
  return name.endsWith(".ipynb");
}

const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress)\/|[._-](?:test|spec|e2e|t|case|stories)\.\w+$|(?:^|\/)test_\w+\.py$/i;

/**
 * The signals of program text or settings: hosts, variables, chains and libraries. Never throws.
 *
 * In tests only imports count: their hosts and variables are often made up.
 */
export function readSource(path: string, text: string): Reading {
  const reading = emptyReading();
  if (!TEST.test(path)) addMentions(text, reading);
  if (path.endsWith(".sol")) readSolidity(text, reading);
  return reading;
}

function addMentions(text: string, reading: Reading): void {
  for (const host of hostsIn(text)) {
    reading.signals.push({ kind: "host", name: host, origin: "host", quote: shownHost(host) });
  }
  for (const variable of environmentNamesIn(text)) {
    reading.signals.push({ kind: "env", name: variable, origin: "environment", quote: variable });
  }
  for (const { name: chain, from } of importedChains(text)) {
    reading.networks.push({ name: chain, origin: "code", quote: `import { ${chain} } from "${from}"` });
  }
}

/** A notebook's code; null where it is not JSON. */
export function readNotebookFile(
  text: string,
): { reading: Reading; language: string; codeLength: number } | null {
  const reading = emptyReading();
  try {
    return { reading, ...readNotebook(text, reading) };
  } catch (error) {
    if (error instanceof ParseFault) return null;
    throw error;
  }
}
