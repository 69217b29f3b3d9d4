/** Compiles and evaluates the JSONata expression of an import map. */
import { decodeHTMLStrict } from "entities";
import jsonata from "jsonata";
import { slugOf } from "../../contract/values/slug.ts";
import { shorten } from "../clean-text.ts";
import type { Fault } from "../read/entry.ts";
import { ImportUsageError } from "../types.ts";

/** The native records made of one foreign record (none, one or several), or why the map failed on it. */
export type MapResult = { values: unknown[]; fault: null } | { values: null; fault: Fault };

interface JsonataError extends Error {
  code?: string;
  position?: number;
}

/**
 * In addition to JSONata's functions an expression may call `$slug(text)` and `$unescape(text)` (HTML entities).
 * Throws ImportUsageError naming the line on which `text` does not parse; `name` is for the message.
 */
export function compileMap(text: string, name: string): jsonata.Expression {
  const expression = parse(text, name);
  expression.registerFunction("slug", (name?: string) => name && slugOf(name), "<s-?:s?>");
  expression.registerFunction("unescape", (html?: string) => html && decodeHTMLStrict(html), "<s-?:s?>");
  return expression;
}

function parse(text: string, name: string): jsonata.Expression {
  try {
    return jsonata(text);
  } catch (error) {
    const { message, position } = error as JsonataError;
    const line = text.slice(0, position ?? 0).split("\n").length;
    throw new ImportUsageError(`${name} is not a JSONata expression: line ${line}: ${message}`);
  }
}

/** Evaluates the map on one record. Does not throw. */
export async function evaluateMap(expression: jsonata.Expression, record: unknown): Promise<MapResult> {
  try {
    const result: unknown = await expression.evaluate(record);
    if (result === undefined || result === null) return { values: [], fault: null };
    return { values: Array.isArray(result) ? [...result] : [result], fault: null };
  } catch (error) {
    const { message, position } = error as JsonataError;
    const place = position === undefined ? "" : ` (at character ${position} of the map)`;
    // JSONata quotes the value in its message; it can be a whole document.
    return {
      values: null,
      fault: mapFault(`the map failed on this record: ${shorten(message, 200)}${place}`),
    };
  }
}

export function mapFault(message: string): Fault {
  return { field: null, rule: "mapping", message };
}
