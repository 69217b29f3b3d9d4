/** Checks records against a schema; returns faults as messages and reports unknown fields. */
import type { z } from "zod";
import { fieldTree } from "../contract/values/field-tree.ts";
import { cleanStrings } from "./clean-text.ts";
import { describeIssue, noteStrictFields, type StrictFields } from "./describe-issue.ts";
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
    const fields: StrictFields = new Map();
    const result = schema.safeParse(clean, { error: noteStrictFields(fields) });
    if (result.success) return { value: prepare(result.data), faults: null };
    const [first, ...others] = result.error.issues
      .slice(0, 1 + MAX_FURTHER_FAULTS)
      .flatMap((issue) => describeIssue(issue, { record: clean, fields }))
      .slice(0, 1 + MAX_FURTHER_FAULTS);
    return { value: null, faults: [first!, ...others] };
  };
}
