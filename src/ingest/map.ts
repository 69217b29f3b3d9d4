/** Foreign shapes, read through a JSONata expression that the operator wrote. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import jsonata from "jsonata";
import { slugOf } from "../contract/values/slug.ts";
import type { Fault } from "./read/entry.ts";
import { ImportUsageError } from "./types.ts";
import { unescapeHtml } from "./unescape-html.ts";

export type Mapped = { values: unknown[]; fault: null } | { values: null; fault: Fault };

export interface RecordMap {
  /** SHA-256 of the expression: an interrupted import goes on only under the same map. */
  digest: string;
  /** The native records that one foreign record stands for: none, one or several. */
  apply(record: unknown): Promise<Mapped>;
}

interface JsonataError extends Error {
  code?: string;
  position?: number;
}

/**
 * Compiles the expression once. Besides JSONata's own functions it may call `$slug(text)` and
 * `$unescape(text)` (HTML entities). Throws ImportUsageError naming the place where it does not parse.
 */
export async function loadMap(file: string): Promise<RecordMap> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new ImportUsageError(`the map ${file} cannot be read: ${error.message}`);
  });
  const expression = compile(text, file);
  expression.registerFunction("slug", (name?: string) => name && slugOf(name), "<s-?:s?>");
  expression.registerFunction("unescape", (html?: string) => html && unescapeHtml(html), "<s-?:s?>");
  return {
    digest: createHash("sha256").update(text).digest("hex"),
    async apply(record) {
      try {
        const result: unknown = await expression.evaluate(record);
        if (result === undefined || result === null) return { values: [], fault: null };
        return { values: Array.isArray(result) ? result : [result], fault: null };
      } catch (error) {
        return { values: null, fault: mappingFault(error as JsonataError) };
      }
    },
  };
}

function compile(text: string, file: string): jsonata.Expression {
  try {
    return jsonata(text);
  } catch (error) {
    const { message, position } = error as JsonataError;
    const line = text.slice(0, position ?? 0).split("\n").length;
    throw new ImportUsageError(`the map ${file} is not a JSONata expression: line ${line}: ${message}`);
  }
}

/** The message of a JSONata error may quote the value at hand, which can be a whole document. */
function mappingFault(error: JsonataError): Fault {
  const reason = error.message.length > 200 ? `${error.message.slice(0, 200)} …` : error.message;
  const place = error.position === undefined ? "" : ` (at character ${error.position} of the map)`;
  return { field: null, rule: "mapping", message: `the map failed on it: ${reason}${place}` };
}
