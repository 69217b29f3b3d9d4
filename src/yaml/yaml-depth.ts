/** Nesting depth of YAML, measured before it is composed: composing recurses, and deep nesting can overflow the stack. */
import { Lexer, Parser } from "yaml";

/** Maximum nesting of lists and maps accepted in YAML, in levels. */
export const MAX_YAML_DEPTH = 100;

const COLLECTIONS = new Set(["block-map", "block-seq", "flow-collection"]);

/** Whether more than `levels` lists and maps are open at once. Never throws, whatever the text. */
export function isYamlDeeperThan(levels: number, text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme));
    if (parser.stack.length <= levels) continue;
    if (parser.stack.filter(({ type }) => COLLECTIONS.has(type)).length > levels) return true;
  }
  return false;
}
