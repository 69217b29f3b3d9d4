/** Converts zod's issues to one sentence for the caller: the field, the rule, the received value. */
import type { z } from "zod";
import { fieldPath } from "../values/field-path.ts";
import { countCodePoints } from "../values/text.ts";
import { ApiError } from "./errors.ts";
import { nearestField } from "./near-miss.ts";
import type { Operation } from "./operations/operation.ts";

type Issue = z.core.$ZodIssue;

/** More issues than this are not useful. */
const maxIssuesShown = 5;

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "a number too large";
  if (typeof value === "object") return "an object";
  if (typeof value === "boolean") return String(value);
  return `a ${typeof value}`;
}

const kindsWanted: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

function bound(issue: Issue & { code: "too_big" | "too_small" }): string {
  const side = issue.code === "too_big" ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
  if (typeof issue.input === "string") return `${side} characters, got ${countCodePoints(issue.input)}`;
  if (Array.isArray(issue.input)) return `${side} items, got ${issue.input.length}`;
  return `${side}, got ${kindOf(issue.input)}`;
}

function rule(issue: Issue): string {
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return bound(issue);
    case "invalid_type": {
      if (issue.input === undefined) return "is required";
      return `must be ${kindsWanted[issue.expected] ?? issue.expected}, got ${kindOf(issue.input)}`;
    }
    case "invalid_value": {
      const choices = `must be one of ${issue.values.join(", ")}`;
      if (issue.input === undefined) return `is required, and ${choices}`;
      // A parameter that is repeated is an array, whose items may all be among the choices.
      return Array.isArray(issue.input) ? `${choices}, got an array` : choices;
    }
    case "invalid_format":
      if (issue.format === "guid") return "must be a UUID";
      if (issue.format === "url") return "must be a valid URL";
      return issue.message;
    default:
      return issue.message;
  }
}

function sentence(issue: Issue): string {
  const place = fieldPath(issue.path);
  // A message set by the schema (these start in lower case) is more specific than the general rule.
  const own = /^[a-z]/.test(issue.message) ? issue.message : rule(issue);
  return place === "" ? `The request ${own}` : `${place}: ${own}`;
}

/** Whether zod's own bound of whole numbers, the safe integers, is stated beside the one of the schema that follows it. */
function isRepeated(issue: Issue, next: Issue | undefined): boolean {
  if (!("note" in issue) || issue.code !== next?.code) return false;
  return issue.path.length === next.path.length && issue.path.every((step, i) => step === next.path[i]);
}

/** One point per field; worded lazily, because a body may have thousands of unknown fields. */
function points(issues: readonly Issue[], schema: z.ZodType | undefined): (() => string)[] {
  return issues.flatMap((issue, i) => {
    if (isRepeated(issue, issues[i + 1])) return [];
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => () => unknownField(issue.path, key, schema))
      : [() => sentence(issue)];
  });
}

function unknownField(path: readonly PropertyKey[], key: string, schema: z.ZodType | undefined): string {
  const near = schema ? nearestField(schema, path, key) : null;
  const advice = near === null ? ", remove it" : `; did you mean "${near}"?`;
  return `${fieldPath([...path, shorten(key)])}: unknown field${advice}`;
}

/** A key sent by the caller can be of any length. */
const shorten = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}…` : key);

/** All faults, at most five points, joined by semicolons. `schema` provides the fields that may have been meant. */
export function describeIssues(issues: readonly Issue[], schema?: z.ZodType): string {
  const all = points(issues, schema);
  const shown = all
    .slice(0, maxIssuesShown)
    .map((word) => word())
    .join("; ");
  return all.length > maxIssuesShown ? `${shown}; and ${all.length - maxIssuesShown} more` : shown;
}

/** The parsed value. Throws INVALID_QUERY that names each field, its rule and the received value. */
export function parseRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new ApiError("INVALID_QUERY", describeIssues(result.error.issues, schema));
}

/** The input of an operation, from one object with the fields of its params, query and body. */
export function parseInput({ request }: Pick<Operation, "request">, given: unknown): object {
  const parts = [request.params, request.query, request.body].filter((schema) => schema !== undefined);
  return Object.assign({}, ...parts.map((schema) => parseRequest(schema, given)));
}
