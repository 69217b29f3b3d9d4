/** CSV rows in the native shape: a column named `links.github` is the field `github` of `links`. */
import { z } from "zod";

export type CsvRow = Readonly<Record<string, string>>;
type CellType = "text" | "number" | "boolean" | "list" | "json";

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
    case "json":
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
    if (path !== "") types.set(path, "json");
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      collectTypes(field, path === "" ? name : `${path}.${name}`, types);
    }
  } else types.set(path, leafType(schema));
}

function leafType(schema: z.core.$ZodType): CellType {
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? "list" : "json";
  return "text";
}
