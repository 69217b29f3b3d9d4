/** CSV rows in the native shape: a column named `links.github` is the field `github` of `links`. */
import { z } from "zod";
import { type FieldTree, fieldTree } from "../contract/values/field-tree.ts";
import type { Fault } from "./read/entry.ts";

export type CsvRow = Readonly<Record<string, string>>;
/** Objects, and arrays of them, are written as JSON. */
type CellType = "text" | "number" | "boolean" | "list" | "array" | "object";

/**
 * Converts cells by the types of the schema. An empty cell is an absent field; lists of texts are written as `one;
 * two` or as a JSON array; lists of objects as a JSON array. A value that does not fit stays text, and is rejected
 * when the record is checked.
 */
export function csvRowReader(schema: z.core.$ZodType): (row: CsvRow) => Record<string, unknown> {
  const types = new Map<string, CellType>();
  collectTypes(schema, "", types);
  return (row) => {
    const record: Record<string, unknown> = {};
    for (const [column, cell] of Object.entries(row)) {
      if (column === "" || cell.trim() === "") continue;
      place(record, column.split("."), readCell(cell, types.get(column) ?? "text"));
    }
    return record;
  };
}

/** Columns named in a message. */
const MAX_COLUMNS = 4;

/** Says of a cell of the wrong type how it is written in CSV. */
export function cellFaults(schema: z.core.$ZodType): (fault: Fault) => Fault {
  const types = new Map<string, CellType>();
  collectTypes(schema, "", types);
  const tree = fieldTree(schema) ?? {};
  return (fault) => {
    const column = fault.field ?? "";
    if (fault.rule !== "wrong-type") return fault;
    const hint = describeCell(column, { type: types.get(column), tree });
    return hint === null ? fault : { ...fault, message: `${fault.message}: ${hint}` };
  };
}

function describeCell(
  column: string,
  { type, tree }: { type: CellType | undefined; tree: FieldTree },
): string | null {
  if (type === "boolean") return "write yes or no, true or false, or 1 or 0";
  if (type === "list") return "write one; two, or a JSON array";
  if (type === "array") return "write a JSON array of objects";
  if (type !== "object") return null;
  const fields = column.split(".").reduce<FieldTree | null>((within, name) => within?.[name] ?? null, tree);
  const columns = Object.keys(fields ?? {}).map((name) => `${column}.${name}`);
  const more = columns.length > MAX_COLUMNS ? ", …" : "";
  return `use the columns ${columns.slice(0, MAX_COLUMNS).join(", ")}${more}`;
}

function place(record: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let into = record;
  for (const name of path.slice(0, -1)) {
    const next = Object.hasOwn(into, name) ? into[name] : undefined;
    if (typeof next === "object" && next !== null) into = next as Record<string, unknown>;
    else {
      const made = {};
      define(into, name, made);
      into = made;
    }
  }
  define(into, path.at(-1)!, value);
}

/** Plain assignment to a column named `__proto__` would set the prototype. */
function define(into: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(into, name, { value, enumerable: true, writable: true, configurable: true });
}

function readCell(cell: string, type: CellType): unknown {
  const text = cell.trim();
  switch (type) {
    case "number":
      return Number.isNaN(Number(text)) ? cell : Number(text);
    case "boolean":
      return /^(true|yes|1)$/i.test(text) ? true : /^(false|no|0)$/i.test(text) ? false : cell;
    case "list":
      return (
        readJson(text) ??
        text
          .split(";")
          .map((part) => part.trim())
          .filter((part) => part !== "")
      );
    case "array":
    case "object":
      return readJson(text) ?? cell;
    default:
      return cell;
  }
}

function readJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collectTypes(schema: z.core.$ZodType, path: string, types: Map<string, CellType>): void {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    collectTypes(schema.unwrap(), path, types);
  } else if (schema instanceof z.ZodPipe) {
    collectTypes(schema.in, path, types);
  } else if (schema instanceof z.ZodObject) {
    if (path !== "") types.set(path, "object");
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      collectTypes(field, path === "" ? name : `${path}.${name}`, types);
    }
  } else types.set(path, leafType(schema));
}

function leafType(schema: z.core.$ZodType): CellType {
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? "list" : "array";
  return "text";
}
