/** For any input and any interruption, the catalog ends equal to a naive model. */
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { UNAFFILIATED } from "../catalog/hackathons.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import type { ImportKind } from "./import-kind.ts";
import { runImport } from "./run.ts";
import type { ImportOptions } from "./types.ts";

const schema = z.object({ slug: z.string(), name: z.string() });
type Named = z.output<typeof schema>;

class PowerCut extends Error {}

/** Projects in transactions of two; the write numbered `cutAt` fails, before or after its work. */
function kindOf(cutAt = Number.POSITIVE_INFINITY, isLate = false): ImportKind<typeof schema, Named> {
  let writes = 0;
  return {
    name: "projects",
    recordKind: "project",
    keyName: "slug",
    schema,
    batch: { records: 2, bytes: 1_000 },
    markdown: false,
    identify: () => null,
    prepare: (record) => ({ key: record.slug, contentHash: `hash of ${record.name}`, value: record }),
    async save(writer, records) {
      writes++;
      if (writes === cutAt && !isLate) throw new PowerCut();
      await writer.mentionHackathon({ ...UNAFFILIATED, startDate: null, projects: [] });
      await writer.saveProjects(
        records.map((record) => ({
          record: record as never,
          hackathonSlug: UNAFFILIATED.slug,
          contentHash: `hash of ${record.name}`,
        })),
      );
      if (writes === cutAt) throw new PowerCut();
    },
  };
}

let at: ImportFixture;
let cases = 0;
beforeAll(async () => {
  at = await openFixture();
});
afterAll(() => at.close());

/** Null: a rejected record. */
const line = fc.option(
  fc.record({ slug: fc.constantFrom("a", "b", "c", "d"), name: fc.constantFrom("1", "2", "3") }),
  {
    freq: 5,
  },
);
const lines = fc.array(line, { maxLength: 12 });
const cut = fc.record({ cutAt: fc.integer({ min: 1, max: 6 }), isLate: fc.boolean() });

async function prepareCase(before: readonly Named[], files: readonly (readonly (Named | null)[])[]) {
  const prefix = `case${cases++}`;
  const own = (record: Named | null) =>
    record === null ? {} : { ...record, slug: `${prefix}/${record.slug}` };
  const write = (name: string, records: readonly (Named | null)[]) =>
    at.write(`${prefix}-${name}.jsonl`, toJsonLines(records.map(own)));
  const run = (inputs: readonly string[], kind = kindOf(), options: Partial<ImportOptions> = {}) =>
    runImport(at.catalog, kind, { inputs, options: { dataDir: at.folder, ...options } });
  await run([write("before", before)]);
  const inputs = files.map((records, index) => write(`file${index}`, records));
  const contents = async () =>
    Object.fromEntries(
      (await at.projects())
        .filter(({ slug }) => slug.startsWith(`${prefix}/`))
        .map(({ slug, record }) => [slug.slice(prefix.length + 1), record.name]),
    );
  const bad = files.flatMap((records, file) =>
    records.flatMap((record, index) => (record === null ? [`${inputs[file]} ${index + 1}`] : [])),
  );
  return { inputs, run, contents, bad };
}

const twinOf = (records: readonly (Named | null)[]) =>
  Object.fromEntries(records.flatMap((record) => (record === null ? [] : [[record.slug, record.name]])));

it("the last record of a key wins, over any files, crashes and resumptions; rejects are listed once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        line.filter((record) => record !== null),
        { maxLength: 4 },
      ),
      fc.array(lines, { minLength: 1, maxLength: 3 }),
      fc.array(cut, { maxLength: 3 }),
      async (before, files, cuts) => {
        const { inputs, run, contents, bad } = await prepareCase(before as Named[], files);
        for (const { cutAt, isLate } of cuts) {
          await run(inputs, kindOf(cutAt, isLate)).catch((error) => expect(error).toBeInstanceOf(PowerCut));
        }
        const report = await run(inputs);
        expect(await contents()).toEqual(twinOf([...before, ...files.flat()]));
        expect(at.rejects(report).map((reject) => `${reject.file} ${reject.line}`)).toEqual(bad);
        expect(report.rejected).toBe(bad.length);

        const counter = await at.catalog.changeCounter();
        const again = await run(inputs);
        expect(again).toMatchObject({ inserted: 0, updated: 0, resumed: 0, rejected: bad.length });
        expect(await at.catalog.changeCounter()).toBe(counter);
      },
    ),
    {
      numRuns: 60,
      // A file of rejects only, whose progress was not stored with that of the file after it.
      examples: [
        [
          [],
          [[null], [null, { slug: "a", name: "2" }, null, { slug: "a", name: "1" }]],
          [{ cutAt: 2, isLate: false }],
        ],
      ],
    },
  );
});

it("a dry run counts what a run would do, and changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, async (before, records) => {
      const { inputs, run, contents } = await prepareCase(
        before.filter((record) => record !== null) as Named[],
        [records],
      );
      const was = await contents();
      const dry = await run(inputs, kindOf(), { dryRun: true });
      expect(await contents()).toEqual(was);
      const { inserted, updated, unchanged, rejected } = dry;
      expect(await run(inputs)).toMatchObject({ inserted, updated, unchanged, rejected });
    }),
    { numRuns: 40 },
  );
});

it("counts each key once as new or changed", async () => {
  const { inputs, run } = await prepareCase(
    [
      { slug: "a", name: "1" },
      { slug: "b", name: "1" },
    ],
    [
      [
        { slug: "a", name: "2" },
        { slug: "c", name: "1" },
        { slug: "a", name: "3" },
        { slug: "b", name: "1" },
        null,
      ],
    ],
  );
  const report = await run(inputs);
  expect(report).toMatchObject({ read: 5, inserted: 1, updated: 1, unchanged: 2, rejected: 1 });
  expect(report.warnings).toEqual([
    expect.stringMatching(/"case\d+\/a" is given twice .*lines 1 and 3 of .*later one was kept/),
  ]);
});

it("resumes after the last committed batch while no change waits for the second pass", async () => {
  const records = ["a", "b", "c", "d", "e"].map((slug) => ({ slug, name: "1" }));
  const { inputs, run } = await prepareCase([], [records]);
  await expect(run(inputs, kindOf(3))).rejects.toBeInstanceOf(PowerCut);
  expect(await run(inputs)).toMatchObject({ resumed: 4, read: 1, inserted: 1 });

  const changed = await prepareCase([{ slug: "c", name: "0" }], [records]);
  await expect(changed.run(changed.inputs, kindOf(3))).rejects.toBeInstanceOf(PowerCut);
  expect(await changed.run(changed.inputs)).toMatchObject({ resumed: 2, read: 3, inserted: 1, updated: 1 });
});

it("names both files of a record given twice", async () => {
  const { inputs, run } = await prepareCase([], [[{ slug: "a", name: "1" }], [{ slug: "a", name: "2" }]]);
  const { warnings } = await run(inputs);
  expect(warnings).toEqual([expect.stringContaining(`line 1 of ${inputs[0]} and line 1 of ${inputs[1]}`)]);
});

it("writes changes immediately from standard input, which cannot be read twice", async () => {
  const { run, contents } = await prepareCase([{ slug: "a", name: "1" }], []);
  const slug = `case${cases - 1}/a`;
  const stdin = Readable.from([
    toJsonLines([
      { slug, name: "2" },
      { slug, name: "2" },
      { slug, name: "3" },
    ]),
  ]);
  expect(await run(["-"], kindOf(), { stdin })).toMatchObject({ inserted: 0, updated: 2, unchanged: 1 });
  expect(await contents()).toEqual({ a: "3" });
});
