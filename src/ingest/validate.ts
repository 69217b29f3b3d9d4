/** Checks records against a schema: faults in words, unknown fields noticed. */
import type { z } from "zod";
import { fieldPath } from "../contract/values/field-path.ts";
import { fieldTree } from "../contract/values/field-tree.ts";
import { cleanStrings } from "./clean-text.ts";
import { knownFieldsOnly } from "./field-tree.ts";
import type { Fault } from "./read/entry.ts";

export type Checked<T> = { value: T; faults: null } | { value: null; faults: [Fault, ...Fault[]] };

/** `noteUnknown` is called for each unknown field of each record, with its path. */
export function createValidator<S extends z.ZodType>(
  schema: S,
  noteUnknown: (path: string) => void,
): (raw: unknown) => Checked<z.output<S>> {
  const tree = fieldTree(schema);
  return (raw) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
      return {
        value: null,
        faults: [{ field: null, rule: "not-an-object", message: "is not a JSON object" }],
      };
    }
    const clean = cleanStrings(tree === null ? raw : knownFieldsOnly(raw, tree, noteUnknown));
    const result = schema.safeParse(clean);
    if (result.success) return { value: result.data, faults: null };
    const [first, ...others] = result.error.issues.map((issue) => describeIssue(issue, clean));
    return { value: null, faults: [first!, ...others.slice(0, 9)] };
  };
}

function describeIssue(issue: z.core.$ZodIssue, record: unknown): Fault {
  return { field: fieldPath(issue.path) || null, ...describeRule(issue, record) };
}

function describeRule(issue: z.core.$ZodIssue, record: unknown): { rule: string; message: string } {
  switch (issue.code) {
    case "too_big":
      return tooBig(issue);
    case "too_small":
      return tooSmall(issue);
    case "invalid_type":
      return valueAt(record, issue.path) === undefined
        ? { rule: "missing", message: `is missing: give a ${issue.expected}` }
        : { rule: "wrong-type", message: `must be of type ${issue.expected}` };
    case "invalid_value":
      return {
        rule: "not-allowed",
        message: `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`,
      };
    case "invalid_format":
      return { rule: "format", message: FORMATS[issue.format] ?? issue.message };
    case "custom":
      return { rule: "format", message: issue.message };
    default:
      return { rule: issue.code.replaceAll("_", "-"), message: issue.message };
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  guid: "must be a UUID such as 3f2504e0-4f89-51d3-9a0c-0305e82c3301, or be left out",
  url: "must be an absolute URL such as https://example.org/page",
};

function tooBig(issue: z.core.$ZodIssueTooBig): { rule: string; message: string } {
  const most = Number(issue.maximum);
  if (issue.origin === "string") return { rule: "too-long", message: `must have at most ${most} characters` };
  if (issue.origin === "array") return { rule: "too-many", message: `must have at most ${most} items` };
  return { rule: "too-large", message: `must be at most ${most}` };
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): { rule: string; message: string } {
  const least = Number(issue.minimum);
  if (issue.origin === "string")
    return { rule: "too-short", message: `must have at least ${least} characters` };
  if (issue.origin === "array") return { rule: "too-few", message: `must have at least ${least} items` };
  return { rule: "too-small", message: `must be at least ${least}` };
}

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part],
    record,
  );
}
