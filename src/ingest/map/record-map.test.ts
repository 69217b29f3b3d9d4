import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ImportFixture, openFixture, toJsonLines } from "../import-fixture.case.ts";
import { importProjects } from "../projects.ts";
import type { ImportOptions, ImportReport } from "../types.ts";
import { openRecordMap } from "./record-map.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

function run(input: string, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return importProjects(at.catalog, [input], { dataDir: at.folder, ...options });
}

describe("a map", () => {
  const map = (text: string) => at.write("m.jsonata", text);

  it("may return one record, several, or none", async () => {
    const text = `kind = "skip" ? null : kind = "two" ? [{"slug": id & "-1", "name": "1"}, {"slug": id & "-2", "name": "2"}]
      : {"slug": $slug(title), "name": $unescape(title)}`;
    const file = at.write(
      "p.jsonl",
      toJsonLines([{ kind: "skip" }, { kind: "two", id: "x" }, { title: "A &amp; B" }]),
    );
    expect(await run(file, { map: map(text) })).toMatchObject({
      read: 3,
      inserted: 3,
      dropped: 1,
      rejected: 0,
    });
    expect((await at.projects()).map(({ slug, record }) => [slug, record.name])).toEqual([
      ["a-amp-b", "A & B"],
      ["x-1", "1"],
      ["x-2", "2"],
    ]);
  });

  it("may return more records than fit in one transaction", async () => {
    const file = at.write("p.jsonl", toJsonLines([{ count: 40_000 }, { count: 5 }]));
    const text = '$n := count; [1..$n].{"slug": $n & "-" & $, "name": "N"}';
    expect(await run(file, { map: map(`(${text})`) })).toMatchObject({ read: 2, inserted: 40_005 });
  });

  it("that fails on a record rejects that record", async () => {
    const file = at.write(
      "p.jsonl",
      toJsonLines([
        { slug: "a", n: "x" },
        { slug: "b", n: "3" },
      ]),
    );
    const report = await run(file, {
      map: map('{"slug": slug, "name": "N", "metrics": {"updatesCount": $number(n)}}'),
    });
    expect(report).toMatchObject({ inserted: 1, rejected: 1 });
    expect(at.rejects(report)).toMatchObject([{ line: 1, record: "a", rule: "mapping" }]);
  });

  it("receives CSV rows unconverted, all cells text", async () => {
    const file = at.write("p.csv", "Title,Won\nOne,\nTwo,yes\n");
    const text = '{"slug": $slug(Title), "name": Title, "award": Won = "yes" ? "winner"}';
    expect(await run(file, { map: map(text) })).toMatchObject({ inserted: 2, warnings: [] });
    expect((await at.projects()).map(({ record }) => record.award)).toEqual([undefined, "winner"]);
  });
});

describe("a signal", () => {
  const endless = "($f := function($x) { $f($x + 1) }; $f(0))";

  it("ends a map that is busy: there are no further results", async () => {
    const controller = new AbortController();
    const map = await openRecordMap({ text: `n = 1 ? n : ${endless}` }, { signal: controller.signal });
    const results = map.apply([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await results.next()).toEqual({ done: false, value: { values: [1], fault: null } });
    controller.abort();
    expect(await results.next()).toEqual({ done: true, value: undefined });
    await map.close();
  });

  it("given before the start leaves no results", async () => {
    const map = await openRecordMap({ text: "n" }, { signal: AbortSignal.abort() });
    expect(await map.apply([{ n: 1 }]).next()).toEqual({ done: true, value: undefined });
    await map.close();
  });
});
