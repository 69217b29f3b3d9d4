/** How the entries of a reader are checked, with and without a map. */
import { expect, it } from "vitest";
import { z } from "zod";
import type { ImportKind } from "./import-kind.ts";
import type { MapResult } from "./map/map-expression.ts";
import type { RecordMap } from "./map/record-map.ts";
import type { Entry } from "./read/entry.ts";
import { createRecordChecker } from "./record-checker.ts";
import { Warnings } from "./warnings.ts";

const schema = z.object({ slug: z.string(), year: z.number().optional(), source: z.string().optional() });
type Project = z.output<typeof schema>;
const kind: ImportKind<typeof schema, Project> = {
  name: "projects",
  recordKind: "project",
  keyName: "slug",
  schema,
  markdown: false,
  identify: (raw) => String((raw as { slug?: unknown } | null)?.slug ?? "none"),
  prepare: (record) => ({ key: record.slug, contentHash: "h", value: record }),
  save: async () => {},
};

const entry = (line: number, value: unknown, change: Partial<Entry> = {}): Entry => ({
  file: "f",
  line,
  from: line,
  to: line,
  bytes: 1,
  value,
  cells: false,
  fault: null,
  ...change,
});
const fault = { field: null, rule: "json", message: "is not JSON" };

/** A map that returns these results, and then no more. */
function mapOf(results: MapResult[]) {
  const asked: unknown[] = [];
  const map: RecordMap = {
    digest: "",
    async *apply(records) {
      asked.push(...records);
      yield* results;
    },
    close: async () => {},
  };
  return { map, asked };
}

async function check(
  entries: Entry[],
  {
    map = null as RecordMap | null,
    source = undefined as string | undefined,
    amend = undefined as typeof kind.amend,
  } = {},
) {
  const warnings = new Warnings();
  const checker = createRecordChecker({ ...kind, ...(amend && { amend }) }, { map, source, warnings });
  const checked = [];
  for await (const { found, ...rest } of checker(entries))
    checked.push({ line: found.line, ...rest, records: rest.records.map(({ value }) => value) });
  return { checked, warnings: warnings.list() };
}

it("valid records are prepared, others rejected with their name; entries that could not be read have none", async () => {
  const { checked } = await check([
    entry(1, { slug: "a" }),
    entry(2, { slug: 7 }),
    entry(3, undefined, { fault }),
  ]);
  expect(checked).toEqual([
    { line: 1, values: [{ slug: "a" }], records: [{ slug: "a" }], rejected: [], dropped: false },
    {
      line: 2,
      values: [{ slug: 7 }],
      records: [],
      rejected: [{ record: "7", faults: [expect.objectContaining({ field: "slug", rule: "wrong-type" })] }],
      dropped: false,
    },
    { line: 3, values: [], records: [], rejected: [{ record: null, faults: [fault] }], dropped: false },
  ]);
});

it("cells are converted by the types of the schema, but not for a map", async () => {
  const row = entry(1, { slug: "a", year: "2024" }, { cells: true });
  expect((await check([row])).checked[0]!.records).toEqual([{ slug: "a", year: 2024 }]);
  const { map, asked } = mapOf([{ values: [{ slug: "b" }], fault: null }]);
  expect((await check([row], { map })).checked[0]!.records).toEqual([{ slug: "b" }]);
  expect(asked).toEqual([{ slug: "a", year: "2024" }]);
});

it("a map makes none, one or several of a record, and a fault of it is the record's", async () => {
  const mapping = { field: null, rule: "mapping", message: "m" };
  const { map, asked } = mapOf([
    { values: [], fault: null },
    { values: null, fault: mapping },
    { values: [{ slug: "a" }, {}], fault: null },
  ]);
  const entries = [
    entry(1, { n: 1 }),
    entry(2, undefined, { fault }),
    entry(3, { slug: "x" }),
    entry(4, { n: 4 }),
    entry(5, { n: 5 }),
  ];
  const { checked } = await check(entries, { map });
  expect(asked).toEqual([{ n: 1 }, { slug: "x" }, { n: 4 }, { n: 5 }]);
  expect(checked.map(({ line, records, rejected, dropped }) => [line, records, rejected, dropped])).toEqual([
    [1, [], [], true],
    [2, [], [{ record: null, faults: [fault] }], false],
    [3, [], [{ record: "x", faults: [mapping] }], false],
    [4, [{ slug: "a" }], [{ record: "none", faults: [expect.objectContaining({ rule: "missing" })] }], false],
    // The map was stopped: nothing is known of the fifth.
  ]);
});

it("what is nested too deeply is rejected before the map, however many items it has", async () => {
  let deep: unknown = {};
  for (let level = 0; level < 1_000; level++) deep = { deep };
  const { map, asked } = mapOf([{ values: [{ slug: "a" }], fault: null }]);
  const many = Array(200_001).fill(1);
  const { checked } = await check([entry(1, deep), entry(2, { many })], { map });
  expect(checked.map(({ rejected, records }) => [rejected[0]?.faults[0]?.rule, records.length])).toEqual([
    ["nesting", 0],
    [undefined, 1],
  ]);
  expect(asked).toEqual([{ many }]);
});

it("the source of the import is that of records without one", async () => {
  const values = [
    { slug: "a" },
    { slug: "b", source: null },
    { slug: "c", source: "own" },
    "text",
    null,
    [1],
  ];
  const { checked } = await check(
    values.map((value, at) => entry(at, value)),
    { source: "given" },
  );
  expect(checked.slice(0, 3).flatMap(({ records }) => records)).toEqual([
    { slug: "a", source: "given" },
    { slug: "b", source: "given" },
    { slug: "c", source: "own" },
  ]);
  expect(checked.slice(3).map(({ rejected }) => rejected[0]!.faults[0].rule)).toEqual(
    Array(3).fill("not-an-object"),
  );
  expect((await check([entry(1, { slug: "a" })])).checked[0]!.records).toEqual([{ slug: "a" }]);
});

it("unknown fields are named once, with the line where they were first; values left out with theirs", async () => {
  const amend: typeof kind.amend = (record, warn) => {
    warn("the year was left out");
    return { ...record, year: undefined };
  };
  const entries = [entry(4, { slug: "a", city: 1, ["x".repeat(200)]: 1 }), entry(7, { slug: "b", city: 1 })];
  const { warnings } = await check(entries, { amend });
  expect(warnings).toEqual([
    'field "city" is not known and was ignored (first in line 4 of f)',
    `field "${"x".repeat(100)} …" is not known and was ignored (first in line 4 of f)`,
    "the year was left out (line 4 of f)",
    "the year was left out (line 7 of f)",
  ]);
});

it("a file with endless unknown fields does not fill the memory with their names", async () => {
  const fields = (from: number) =>
    Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${from + n}`, 1]));
  const { warnings } = await check([
    entry(1, { slug: "a", ...fields(0) }),
    entry(2, { slug: "b", ...fields(1_000) }),
  ]);
  expect(warnings.at(-1)).toBe("… and 980 more warnings like these (unknown fields)");
});

it("the error for a cell of the wrong type says how to write it in CSV; for other records it does not", async () => {
  const columns = z.object({ slug: z.string(), open: z.boolean(), links: z.object({ demo: z.string() }) });
  const checker = createRecordChecker(
    { ...kind, schema: columns as unknown as typeof schema },
    { map: null, warnings: new Warnings() },
  );
  const messages = [];
  const value = { slug: "a", open: "maybe", links: "x" };
  for await (const { rejected } of checker([entry(1, value, { cells: true }), entry(2, value)]))
    messages.push(rejected[0]!.faults.map(({ message }) => message));
  expect(messages).toEqual([
    [
      "must be of type boolean: write yes or no, true or false, or 1 or 0",
      "must be of type object: use the columns links.demo",
    ],
    ["must be of type boolean", "must be of type object"],
  ]);
});
