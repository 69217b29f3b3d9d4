import { LineCounter, parseDocument } from "yaml";
import { ParseFault } from "./fault.ts";

/** Limits alias expansion ("billion laughs"). */
const MAX_ALIASES = 50;

/** Nesting of collections; the parser is recursive and slow on deep ones. */
const MAX_DEPTH = 60;

/** The worst text of this length takes the parser a second; manifests that people write are shorter. */
const MAX_CHARACTERS = 64 * 1024;

/**
 * YAML with every scalar as its source text: a version `3.10` stays `3.10`, and tags have no effect. Only the first
 * document is read.
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

/** Estimates nesting from open brackets and from dashes or indicators at line starts, ignoring quotes. */
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
