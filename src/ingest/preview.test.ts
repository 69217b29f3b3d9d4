/** Previews: the first records as an import would take them, whatever kind and format; maps see nothing else. */
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { previewImport } from "./preview.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const valuesOf = ({ values }: { values: string[] }) => values.map((value) => JSON.parse(value));

describe("a preview", () => {
  it("reads every kind, in every format, and writes nothing", async () => {
    const files = [
      ["projects", "p.csv", "slug,name\nfirst,First\n"],
      ["archive", "letter.md", "# A letter\n\nAbout settlement.\n"],
      ["archive", "essays.jsonl.gz", gzipSync('{"source":"essays","title":"One","content":"Text."}\n')],
      ["members", "members.jsonl", '{"email":"grace@example.org"}\n'],
      ["sources", "sources.yaml", "sources:\n  - {key: letters, label: Letters}\n"],
      ["hackathons", "events.yml.gz", gzipSync("- {slug: jam, name: Jam}\n")],
      ["resources", "resources.json", '[{"hackathon":"jam","pageUrl":"https://jam.example.org/"}]'],
      [
        "faqs",
        "f.yaml",
        "- {program: stamp, id: a, question: Q?, answer: A, sourceUrl: https://a.example.org/}",
      ],
    ] as const;
    for (const [kind, name, content] of files) {
      const preview = await previewImport(kind, at.write(name, content), { source: "letters" });
      expect([name, preview]).toEqual([
        name,
        expect.objectContaining({ checked: 1, isWhole: true, rejected: 0 }),
      ]);
      expect([name, preview.records]).toEqual([
        name,
        [{ line: 1, values: [expect.any(String)], faults: [] }].map((record) =>
          expect.objectContaining({ ...record, line: expect.any(Number) }),
        ),
      ]);
    }
    expect(await at.projects()).toEqual([]);
  });

  it("shows ten records, and counts the rejects of the first thousand", async () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => ({
      slug: `p${n}`,
      name: "P",
      ...(n % 3 === 0 && { tags: "x" }),
    }));
    const preview = await previewImport("projects", at.write("p.jsonl", toJsonLines(rows)), {});
    expect(preview).toMatchObject({ checked: 1_000, isWhole: false, rejected: 334, dropped: 0 });
    expect(preview.records.map(({ line, faults }) => [line, faults.map(({ field }) => field)])).toEqual(
      Array.from({ length: 10 }, (_, n) => [n + 1, n % 3 === 0 ? ["tags"] : []]),
    );
    expect(preview.rejects[1]).toEqual({
      line: 4,
      record: "p3",
      field: "tags",
      rule: "wrong-type",
      message: "must be of type object",
    });
  });

  it("shows what a map makes of a record, and what it leaves out; long texts are cut", async () => {
    const file = at.write("p.jsonl", toJsonLines([{ n: 1 }, { n: 2 }, { n: 3 }]));
    const text = `n = 1 ? null : n = 2 ? [{"slug": "a", "name": "A"}, {"slug": "b"}]
      : {"slug": "c", "name": "C", "description": $join([1..2000].$string())}`;
    const preview = await previewImport("projects", file, { map: { text } });
    expect(preview).toMatchObject({ checked: 3, rejected: 1, dropped: 1 });
    const [none, two, long] = preview.records;
    expect([none!.values, none!.faults]).toEqual([[], []]);
    expect(valuesOf(two!)).toEqual([{ slug: "a", name: "A" }, { slug: "b" }]);
    expect(two!.faults).toMatchObject([{ record: "b", field: "name", rule: "missing" }]);
    expect(valuesOf(long!)[0].description).toMatch(/^1234.{296} …$/);
  });

  it("shows five values of a record, and 4,000 characters of each", async () => {
    const file = at.write("p.jsonl", toJsonLines([{ n: 1 }]));
    const text = '[1..6].{"slug": "s" & $, "name": "N", "labels": [1..2000].("label " & $)}';
    const { records, rejects } = await previewImport("projects", file, { map: { text } });
    expect(records[0]!.values.map((value) => value.length)).toEqual(Array(5).fill(4_000));
    expect(rejects).toHaveLength(6);
    expect(records[0]!.faults).toHaveLength(6);
    expect(records[0]!.faults[0]).not.toHaveProperty("line");
  });

  it("of a thousand records is whole, of one more it is not", async () => {
    const rows = (count: number) =>
      toJsonLines(Array.from({ length: count }, (_, n) => ({ slug: `p${n}`, name: "P" })));
    const preview = (count: number) =>
      previewImport("projects", at.write(`p${count}.jsonl`, rows(count)), {});
    expect(await preview(1_000)).toMatchObject({ checked: 1_000, isWhole: true, rejected: 0, rejects: [] });
    expect(await preview(1_001)).toMatchObject({ checked: 1_000, isWhole: false });
    const list = Array.from({ length: 1_001 }, (_, n) => `- { slug: s${n}, name: S }\n`).join("");
    const hackathons = await previewImport("hackathons", at.write("h.yaml", list), {});
    expect(hackathons).toMatchObject({ checked: 1_000, isWhole: false });
  });

  it("stops after four seconds once there is enough to show", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => ({ slug: `p${n}`, name: "P" }));
    const file = at.write("p.jsonl", toJsonLines(rows));
    const now = vi.spyOn(performance, "now");
    let time = 0;
    now.mockImplementation(() => (time += 4_001));
    expect(await previewImport("projects", file, {})).toMatchObject({ checked: 10, isWhole: false });
    time = 0;
    let calls = 0;
    now.mockImplementation(() => (calls++ === 0 ? 0 : 4_000));
    expect(await previewImport("projects", file, {})).toMatchObject({ checked: 30, isWhole: true });
    now.mockRestore();
  });

  it("lists the warnings of the import, and ends the map", async () => {
    const file = at.write("p.jsonl", toJsonLines([{ slug: "p", name: "P", city: 1 }]));
    const { warnings } = await previewImport("projects", file, {});
    expect(warnings).toEqual([expect.stringContaining('field "city" is not known')]);
    await expect(previewImport("projects", file, { map: { text: "(" } })).rejects.toThrow(
      "the map is not a JSONata",
    );
    await expect(previewImport("projects", at.write("q.jsonl", ""), {})).resolves.toMatchObject({
      checked: 0,
      isWhole: true,
    });
  });

  it("rejects, of a file from a browser, what reads the machine itself", async () => {
    const sources = [
      { key: "a", label: "A", connector: { kind: "folder", path: "/etc" } },
      { key: "b", label: "B", connector: { kind: "git", url: "FILE:///srv/repository" } },
      { key: "c", label: "C", connector: { kind: "git", url: "https://git.example.org/c.git" } },
    ];
    const file = at.write("sources.json", JSON.stringify(sources));
    expect((await previewImport("sources", file, {})).rejected).toBe(0);
    const { rejects } = await previewImport("sources", file, { remote: true });
    expect(rejects.map(({ record, field, rule }) => [record, field, rule])).toEqual([
      ["a", "connector", "not-allowed"],
      ["b", "connector", "not-allowed"],
    ]);
  });
});

describe("a map", () => {
  it.each([
    "process",
    "globalThis",
    'require("fs")',
    "constructor",
    "$.constructor",
    "$sum.constructor",
    "$sum.implementation",
    "$$.__proto__.constructor",
    '$lookup($, "constructor")',
    '$lookup({}, "__proto__")',
    '"a".constructor',
    "[1].constructor",
    "{}.toString",
    "($f := function() { 1 }; $f.environment)",
    "($f := function() { 1 }; $f.body)",
    "$now.constructor",
    '$eval("process")',
  ])("sees nothing of the program: %s", async (attempt) => {
    const file = at.write("p.jsonl", toJsonLines([{ slug: "p" }]));
    const text = `{"slug": "probe", "name": "Probe", "description": $string(${attempt})}`;
    const { records } = await previewImport("projects", file, { map: { text } });
    const [value] = valuesOf(records[0]!);
    expect(value?.description ?? "").toBe("");
  });

  it("cannot change prototypes: a later record is as it was", async () => {
    const file = at.write(
      "p.jsonl",
      toJsonLines([
        { slug: "a", name: "A" },
        { slug: "b", name: "B" },
      ]),
    );
    const text = `($x := $ ~> |$|{"__proto__": {"oneLiner": "polluted"}, "constructor": 1}|; {"slug": slug, "name": name})`;
    const { records } = await previewImport("projects", file, { map: { text } });
    expect(records.map(({ values }) => JSON.parse(values[0]!))).toEqual([
      { slug: "a", name: "A" },
      { slug: "b", name: "B" },
    ]);
    expect(({} as { oneLiner?: string }).oneLiner).toBeUndefined();
  });
});
