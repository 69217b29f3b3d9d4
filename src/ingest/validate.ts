/** Checks records against a schema; returns faults as messages and reports unknown fields. */
import type { z } from "zod";
import { fieldPath } from "../contract/values/field-path.ts";
import { fieldTree } from "../contract/values/field-tree.ts";
import { cleanStrings } from "./clean-text.ts";
import { exceededLimit, knownFieldsOnly, type RecordLimits } from "./known-fields.ts";
import type { Fault } from "./read/entry.ts";

/** Each invalid list item creates an issue of the schema, and each level uses a stack frame of recursive readers. */
export const RECORD_LIMITS: RecordLimits = { items: 200_000, depth: 1_000 };

export const LIMIT_FAULTS: Readonly<Record<keyof RecordLimits, Fault>> = {
  items: {
    field: null,
    rule: "too-many",
    message: `must have at most ${RECORD_LIMITS.items} list items in total`,
  },
  depth: {
    field: null,
    rule: "nesting",
    message: `must not be nested deeper than ${RECORD_LIMITS.depth} levels`,
  },
};

/** Faults of one record listed after the first. */
const MAX_FURTHER_FAULTS = 9;

export type Checked<T> = { value: T; faults: null } | { value: null; faults: [Fault, ...Fault[]] };

export interface ValidatorOptions<T, R = T> {
  /** Called for each unknown field of each record, with its path. */
  noteUnknown(path: string): void;
  /** Changes a record before it is checked, without mutating its argument. */
  amend?(record: Record<string, unknown>): Record<string, unknown>;
  /** Builds the result for a valid record. */
  prepare(record: T): R;
}

export function createValidator<S extends z.ZodType, R>(
  schema: S,
  { noteUnknown, amend = (record) => record, prepare }: ValidatorOptions<z.output<S>, R>,
): (raw: unknown) => Checked<R> {
  const tree = fieldTree(schema) ?? {};
  return (raw) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
      return {
        value: null,
        faults: [{ field: null, rule: "not-an-object", message: "is not a JSON object" }],
      };
    }
    const exceeded = exceededLimit(raw, tree, RECORD_LIMITS);
    if (exceeded !== null) return { value: null, faults: [LIMIT_FAULTS[exceeded]] };
    const known = knownFieldsOnly(raw, tree, noteUnknown);
    const clean = amend(cleanStrings(known) as Record<string, unknown>);
    const result = schema.safeParse(clean);
    if (result.success) return { value: prepare(result.data), faults: null };
    const [first, ...others] = result.error.issues
      .slice(0, 1 + MAX_FURTHER_FAULTS)
      .map((issue) => describeIssue(issue, clean));
    return { value: null, faults: [first!, ...others] };
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
