import { expect, it } from "vitest";
import { z } from "zod";
import { cellFaults, csvRowReader } from "./csv-row.ts";

const schema = z.object({
  name: z.string().trim().pipe(z.string()),
  year: z.number().optional(),
  open: z.boolean().nullable().default(false),
  tags: z.array(z.string()).optional(),
  prizes: z.array(z.object({ rank: z.number() })),
  links: z.object({ github: z.string(), deep: z.object({ count: z.number() }).optional() }).optional(),
});
const read = csvRowReader(schema);

it.each([
  [{ name: " N " }, { name: " N " }],
  [{ name: "7" }, { name: "7" }],
  [{ name: " ", year: "" }, {}],
  [{ "": "x" }, {}],
  [{ year: " 2024 " }, { year: 2024 }],
  [{ year: "-1.5" }, { year: -1.5 }],
  [{ year: "in 2024" }, { year: "in 2024" }],
  [{ open: "TRUE" }, { open: true }],
  [{ open: " yes" }, { open: true }],
  [{ open: "1" }, { open: true }],
  [{ open: "false" }, { open: false }],
  [{ open: "No " }, { open: false }],
  [{ open: "0" }, { open: false }],
  [{ open: "untrue" }, { open: "untrue" }],
  [{ open: "10" }, { open: "10" }],
  [{ tags: " one; two ;;" }, { tags: ["one", "two"] }],
  [{ tags: '["a; b", "c"]' }, { tags: ["a; b", "c"] }],
  [{ tags: "[draft" }, { tags: ["[draft"] }],
  [{ prizes: ' [{"rank": 1}]' }, { prizes: [{ rank: 1 }] }],
  [{ prizes: "none" }, { prizes: "none" }],
  [{ prizes: "7" }, { prizes: "7" }],
  [{ links: '{"github": "g"}' }, { links: { github: "g" } }],
  [{ "links.github": "g", "links.deep.count": "3" }, { links: { github: "g", deep: { count: 3 } } }],
  [
    { "links.github": "1", unknown: "1" },
    { links: { github: "1" }, unknown: "1" },
  ],
  [{ links: "text", "links.github": "g" }, { links: { github: "g" } }],
  [{ "name.more": "x" }, { name: { more: "x" } }],
])("%j is the record %j", (row, record) => {
  expect(read(row as Record<string, string>)).toEqual(record);
});

it.each([
  ["links", "use the columns links.github, links.deep"],
  ["links.deep", "use the columns links.deep.count"],
  ["open", "write yes or no, true or false, or 1 or 0"],
  ["prizes", "write a JSON array of objects"],
  ["tags", "write one; two, or a JSON array"],
])("a cell %s of the wrong type: %s", (field, hint) => {
  const fault = { field, rule: "wrong-type", message: "must be of another type" };
  expect(cellFaults(schema)(fault)).toEqual({ ...fault, message: `must be of another type: ${hint}` });
});

it("other faults of cells are unchanged", () => {
  for (const fault of [
    { field: "year", rule: "wrong-type", message: "m" },
    { field: "links", rule: "missing", message: "m" },
    { field: null, rule: "wrong-type", message: "m" },
  ])
    expect(cellFaults(schema)(fault)).toEqual(fault);
});

it("a column cannot set a prototype", () => {
  const record = read({ "__proto__.polluted": "yes", "constructor.prototype.polluted": "yes" });
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  expect(Object.keys(record)).toEqual(["__proto__", "constructor"]);
});
