import type { Reading } from "../signal.ts";
import { statedVersion } from "../stated-version.ts";

const MAX_IMPORTS = 500;
const IMPORT = /^[ \t]*import\s+(?:[^"';]{0,500}?from\s+)?["']([^"'\n]{1,300})["']/gm;

/** The compiler version that a Solidity file requires, and its imports from libraries (not from its own folders). */
export function readSolidity(text: string, reading: Reading): void {
  const version = statedVersion(/^[ \t]*pragma\s+solidity\s+([^;\n]{1,60});/m.exec(text)?.[1]);
  if (version !== undefined) {
    reading.languages.push({ language: "Solidity", version, quote: `pragma solidity ${version}` });
  }
  let imports = 0;
  for (const [, path = ""] of text.matchAll(IMPORT)) {
    if (path.startsWith(".") || ++imports > MAX_IMPORTS) continue;
    reading.signals.push({ kind: "solidity", name: path, origin: "code", quote: `import "${path}"` });
  }
}
