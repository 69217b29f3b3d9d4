/** For tests: both sides of the bounds of a request's fields, and the messages of refusals. */
import { describe, expect, it } from "vitest";
import { jsonText } from "../values/json-text.ts";
import { ApiError } from "./errors.ts";
import { type OperationId, operations } from "./operations.ts";
import { parseRequest } from "./validation.ts";

export const many = (count: number, item: (index: number) => unknown = (index) => `x${index}`) =>
  Array.from({ length: count }, (_, index) => item(index));
export const text = (length: number) => "é".repeat(length);
export const emoji = (length: number) => "😀".repeat(length);

type Part = "params" | "query" | "body";
/** Field path, accepted values, refused values with text that the message must contain. */
export type Row = [field: string, accepted: unknown[], refused: [value: unknown, message: string][]];

export const boolean = (field: string): Row => [
  field,
  [true, false],
  [
    ["true", `${field}: must be true or false, got a string`],
    [1, `${field}: must be true or false, got 1`],
    [null, `${field}: must be true or false, got null`],
  ],
];
export const strings = (field: string, max = 10): Row => [
  field,
  [[], many(1), many(max), ["a", "a"]],
  [
    [many(max + 1), `${field}: at most ${max} items, got ${max + 1}`],
    ["x", `${field}: must be an array, got a string`],
    [[1], `${field}[0]: must be a string, got 1`],
    [null, `${field}: must be an array, got null`],
  ],
];
export const integer = (field: string, min: number, max?: number): Row => [
  field,
  max === undefined ? [min, 1_000_000] : [min, max],
  [
    [min - 1, `${field}: at least ${min}, got ${min - 1}`],
    [1.5, `${field}: must be a whole number, got 1.5`],
    ["5", `${field}: must be a number, got a string`],
    [null, `${field}: must be a number, got null`],
    ...(max === undefined
      ? []
      : [[max + 1, `${field}: at most ${max}, got ${max + 1}`] as [unknown, string]]),
  ],
];
export const keys = (field: string, good: string, bad: string[]): Row => [
  field,
  [[good], many(10, () => good)],
  [
    [many(11, () => good), `${field}: at most 10 items, got 11`],
    ...bad.map((key) => [[key], `${field}[0]: must look like `] as [unknown, string]),
  ],
];

export interface RequestBounds {
  id: OperationId;
  part: Part;
  /** A valid request without the field. */
  base: Record<string, unknown>;
  rows: Row[];
}

/** `base` with the value at a dotted path. */
function placed(base: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const [head, ...rest] = field.split(".");
  const within = (base[head!] ?? {}) as Record<string, unknown>;
  return { ...base, [head!]: rest.length === 0 ? value : placed(within, rest.join("."), value) };
}

/** The error for a value that must be refused. */
export function refusal(id: OperationId, part: Part, value: unknown): ApiError {
  try {
    parseRequest((operations[id].request as Record<Part, never>)[part], value);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error(`accepted ${JSON.stringify(value)?.slice(0, 200)}`);
}

/** Tests each field of a request: the accepted values, and the messages for refused ones. */
export function describeBounds({ id, part, base, rows }: RequestBounds): void {
  describe(`${id} ${part}`, () => {
    it.each(rows)("%s keeps its bounds", (field, accepted, refused) => {
      const schema = (operations[id].request as Record<Part, never>)[part];
      for (const value of accepted) {
        expect(() => parseRequest(schema, placed(base, field, value)), jsonText(value)).not.toThrow();
      }
      for (const [value, message] of refused) {
        const error = refusal(id, part, placed(base, field, value));
        expect(error).toBeInstanceOf(ApiError);
        expect(error.code).toBe("INVALID_QUERY");
        expect(error.message).toContain(message);
      }
    });
  });
}
