import { expect, it } from "vitest";
import { z } from "zod";
import { createValidator } from "./validate.ts";

const schema = z.object({
  name: z.string().min(2).max(4),
  year: z.number().min(2000).max(2030).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(["a", "b"]).optional(),
  only: z.literal("x").optional(),
  id: z.guid().optional(),
  url: z.url().optional(),
  email: z.email().optional(),
  even: z
    .number()
    .refine((n) => n % 2 === 0, "must be even")
    .optional(),
  thread: z.union([z.string(), z.number()]).optional(),
  reader: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("folder"), include: z.string().optional() }),
      z.strictObject({ kind: z.literal("git"), branch: z.string().min(1).optional() }),
    ])
    .optional(),
  third: z.number().multipleOf(3).optional(),
  entries: z.array(z.object({ name: z.string() })).optional(),
});
const unknown: string[] = [];
const validate = createValidator(schema, {
  noteUnknown: (path) => unknown.push(path),
  prepare: (record) => ({ prepared: record }),
});
const faultsOf = (record: unknown) => validate(record).faults;

it.each([
  [{}, "name", "missing", "is missing: give a string"],
  [{ name: null }, "name", "wrong-type", "must be of type string"],
  [{ name: "a" }, "name", "too-short", "must have at least 2 characters"],
  [{ name: "abcde" }, "name", "too-long", "must have at most 4 characters"],
  [{ name: "ab", year: 1999 }, "year", "too-small", "must be at least 2000"],
  [{ name: "ab", year: 2031 }, "year", "too-large", "must be at most 2030"],
  [{ name: "ab", tags: [] }, "tags", "too-few", "must have at least 1 item"],
  [{ name: "ab", tags: ["1", "2", "3"] }, "tags", "too-many", "must have at most 2 items"],
  [{ name: "ab", kind: "c" }, "kind", "not-allowed", 'must be "a" or "b"'],
  [{ name: "ab", only: "y" }, "only", "not-allowed", 'must be "x"'],
  [{ name: "ab", url: "x" }, "url", "format", "must be an absolute URL such as https://example.org/page"],
  [{ name: "ab", email: "x" }, "email", "format", "must be an e-mail address such as ada@example.org"],
  [{ name: "ab", kind: "A" }, "kind", "not-allowed", 'must be "a" or "b"; did you mean a?'],
  [{ name: "ab", thread: {} }, "thread", "wrong-type", "must be of type string or number"],
  [{ name: "ab", reader: {} }, "reader.kind", "missing", 'is missing: give "folder" or "git"'],
  [
    { name: "ab", reader: { kind: "foldr" } },
    "reader.kind",
    "not-allowed",
    'must be "folder" or "git"; did you mean folder?',
  ],
  [
    { name: "ab", reader: { kind: "folder", includes: "x" } },
    "reader.includes",
    "not-allowed",
    "is not a field of reader; did you mean include?",
  ],
  [
    { name: "ab", reader: { kind: "git", zzz: 1 } },
    "reader.zzz",
    "not-allowed",
    "is not a field of reader; use kind, branch",
  ],
  [
    { name: "ab", reader: { kind: "git", branch: "" } },
    "reader.branch",
    "too-short",
    "must have at least 1 character",
  ],
  [{ name: "ab", even: 3 }, "even", "format", "must be even"],
  [{ name: "ab", third: 4 }, "third", "not-multiple-of", expect.stringContaining("3")],
  [{ name: "ab", entries: [{ name: "x" }, {}] }, "entries[1].name", "missing", "is missing: give a string"],
])("%j: %s is %s", (record, field, ...[rule, message]) => {
  expect(faultsOf(record)).toEqual([{ field, rule, message }]);
});

it("names an id's form", () => {
  expect(faultsOf({ name: "ab", id: "x" })).toEqual([
    { field: "id", rule: "format", message: expect.stringMatching(/^must be a UUID such as/) },
  ]);
});

it.each([null, undefined, "text", 7, []])("%j is not a record", (record) => {
  expect(validate(record)).toEqual({
    value: null,
    faults: [{ field: null, rule: "not-an-object", message: "is not a JSON object" }],
  });
});

it("prepares a valid record, cleaned and without unknown fields, which are named", () => {
  unknown.length = 0;
  expect(validate({ name: "a\u0000b", city: 1 })).toEqual({
    value: { prepared: { name: "ab" } },
    faults: null,
  });
  expect(unknown).toEqual(["city"]);
});

it("amends a record before it is checked", () => {
  const amended = createValidator(schema, {
    noteUnknown: () => {},
    amend: (record) => ({ ...record, name: "ok" }),
    prepare: (record) => record,
  });
  expect(amended({})).toEqual({ value: { name: "ok" }, faults: null });
});

it("lists ten faults at most", () => {
  const entries = Array.from({ length: 20 }, () => ({}));
  expect(faultsOf({ name: "ab", entries })).toHaveLength(10);
  expect(faultsOf({ entries: entries.slice(0, 3) })).toHaveLength(4);
});

it("refuses more list items or levels than can be checked", () => {
  const many = Array(200_000).fill("x");
  expect(faultsOf({ name: "ab", tags: many })).toMatchObject([{ rule: "too-many", field: "tags" }]);
  expect(faultsOf({ name: "ab", tags: [...many, "x"] })).toEqual([
    { field: null, rule: "too-many", message: "must have at most 200000 list items in total" },
  ]);
  let deep: unknown = "x";
  for (let level = 0; level < 1_000; level++) deep = [deep];
  expect(faultsOf({ name: "ab", tags: deep })).toEqual([
    { field: null, rule: "nesting", message: "must not be nested deeper than 1000 levels" },
  ]);
});

it("a schema that is not an object has no fields to remove", () => {
  const any = createValidator(z.record(z.string(), z.number()), {
    noteUnknown: () => {},
    prepare: (record) => record,
  });
  expect(any({})).toEqual({ value: {}, faults: null });
});
