import { LineCounter, parseDocument } from "yaml";
import { ParseFault } from "./fault.ts";

/** Aliases may repeat what they name, but not multiply it ("billion laughs"). */
const MAX_ALIASES = 50;

/** Collections within each other; the parser is recursive and slow where they are deep. */
const MAX_DEPTH = 60;

/** The worst text of this length takes the parser a second; manifests that people write are shorter. */
const MAX_CHARACTERS = 64 * 1024;

/**
 * YAML with every scalar as the text that stands there: a version `3.10` stays `3.10`, and no tag makes anything
 * else. Only the first document is read.
 */
export function parseYaml(text: string): unknown {
  if (text.length > MAX_CHARACTERS) throw new ParseFault("longer than any YAML file that is read");
  if (tooDeep(text)) throw new ParseFault("YAML nested too deeply");
  const lines = new LineCounter();
  let at: number | null = null;
  try {
    const document = parseDocument(firstDocument(text), {
      schema: "failsafe",
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter: lines,
      logLevel: "silent",
    });
    at = document.errors[0]?.pos[0] ?? null;
    if (at === null) return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    throw new ParseFault("not valid YAML");
  }
  throw new ParseFault("not valid YAML", lines.linePos(at).line);
}

function firstDocument(text: string): string {
  const end = text.search(/\n---[ \t]*\r?\n/);
  return end > 0 &&
    text
      .slice(0, end)
      .replace(/^[ \t]*(#.*)?$/gm, "")
      .trim() !== ""
    ? text.slice(0, end + 1)
    : text;
}

/** Counts brackets that are open and the dashes or indicators that begin a line, without understanding quotes. */
function tooDeep(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) open++;
    else if (code === 0x5d || code === 0x7d) open--;
    if (open > MAX_DEPTH) return true;
  }
  for (const line of text.split("\n")) {
    if (line.length > MAX_DEPTH && /^\s*(?:[-?:][ \t]+){20}/.test(line)) return true;
    if (line.length > MAX_DEPTH * 4 && /^ {240}/.test(line)) return true;
  }
  return false;
}
