/** Describes in the words of imports how a record breaks its schema. */
import { z } from "zod";
import { fieldPath } from "../contract/values/field-path.ts";
import { nearestNames } from "../contract/values/nearest-names.ts";
import { shorten } from "./clean-text.ts";
import type { Fault } from "./read/entry.ts";

/** Fields of the objects that allow no others, by path. */
export type StrictFields = Map<string, readonly string[]>;

/** An error map that changes no message: only it is given the schema that an issue comes from. */
export const noteStrictFields =
  (fields: StrictFields): z.core.$ZodErrorMap =>
  ({ code, path = [], inst }) => {
    if (code === "unrecognized_keys" && inst instanceof z.ZodObject)
      fields.set(fieldPath(path), Object.keys(inst.shape));
    return undefined;
  };

/** One fault, or one for each field that is not known. */
export function describeIssue(
  issue: z.core.$ZodIssue,
  { record, fields }: { record: unknown; fields: StrictFields },
): Fault[] {
  if (issue.code === "unrecognized_keys") {
    const known = fields.get(fieldPath(issue.path)) ?? [];
    return issue.keys.map((key) => unknownField(issue.path, { key, known }));
  }
  if (issue.code === "invalid_union" && "discriminator" in issue && issue.discriminator !== undefined)
    return [{ field: fieldPath(issue.path), ...describeChoice(issue, record) }];
  return [{ field: fieldPath(issue.path) || null, ...describeRule(issue, record) }];
}

function unknownField(
  path: readonly PropertyKey[],
  { key, known }: { key: string; known: readonly string[] },
): Fault {
  const names = known.length > 0 ? `; use ${known.join(", ")}` : "";
  const message = `is not a field of ${fieldPath(path) || "the record"}${didYouMean(key, known) || names}`;
  return { field: fieldPath([...path, shorten(key, 100)]), rule: "not-allowed", message };
}

/** The field that says which fields an object has: `kind` of a connector. */
function describeChoice(
  { path, ...issue }: z.core.$ZodIssueInvalidUnion,
  record: unknown,
): { rule: string; message: string } {
  const names = ("options" in issue ? (issue.options ?? []) : []).map(String);
  const choices = names.map((name) => JSON.stringify(name)).join(" or ");
  const given = valueAt(record, path);
  if (given === undefined) return { rule: "missing", message: `is missing: give ${choices}` };
  return { rule: "not-allowed", message: `must be ${choices}${didYouMean(String(given), names)}` };
}

const didYouMean = (name: string, known: readonly string[]): string => {
  const [nearest] = nearestNames(name, known, 1);
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
};

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
    case "invalid_value": {
      const choices = issue.values.map((value) => JSON.stringify(value)).join(" or ");
      const guess = didYouMean(String(valueAt(record, issue.path)), issue.values.map(String));
      return { rule: "not-allowed", message: `must be ${choices}${guess}` };
    }
    case "invalid_union":
      return { rule: "wrong-type", message: `must be of type ${typesOf(issue).join(" or ")}` };
    case "invalid_format":
      return { rule: "format", message: FORMATS[issue.format] ?? issue.message };
    case "custom":
      return { rule: "format", message: issue.message };
    default:
      return { rule: issue.code.replaceAll("_", "-"), message: issue.message };
  }
}

/** The types that a field may have. */
function typesOf({ errors }: z.core.$ZodIssueInvalidUnion): string[] {
  const first = errors.flatMap(([issue]) => (issue?.code === "invalid_type" ? [issue.expected] : []));
  return first.length > 0 ? [...new Set(first)] : ["another form"];
}

const FORMATS: Readonly<Record<string, string>> = {
  guid: "must be a UUID such as 3f2504e0-4f89-51d3-9a0c-0305e82c3301, or be left out",
  email: "must be an e-mail address such as ada@example.org",
  url: "must be an absolute URL such as https://example.org/page",
};

function tooBig(issue: z.core.$ZodIssueTooBig): { rule: string; message: string } {
  const most = Number(issue.maximum);
  if (issue.origin === "string")
    return { rule: "too-long", message: `must have at most ${counted(most, "character")}` };
  if (issue.origin === "array")
    return { rule: "too-many", message: `must have at most ${counted(most, "item")}` };
  return { rule: "too-large", message: `must be at most ${most}` };
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): { rule: string; message: string } {
  const least = Number(issue.minimum);
  if (issue.origin === "string")
    return { rule: "too-short", message: `must have at least ${counted(least, "character")}` };
  if (issue.origin === "array")
    return { rule: "too-few", message: `must have at least ${counted(least, "item")}` };
  return { rule: "too-small", message: `must be at least ${least}` };
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part],
    record,
  );
}
