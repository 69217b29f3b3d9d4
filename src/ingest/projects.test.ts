import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importHackathons } from "./declarations.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { importProjects } from "./projects.ts";
import type { ImportOptions, ImportProgress, ImportReport } from "./types.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

function run(inputs: string | string[], options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return importProjects(at.catalog, [inputs].flat(), { dataDir: at.folder, ...options });
}

const full = {
  slug: "paylark.v2~x",
  name: "Paylark",
  oneLiner: "Payroll that streams",
  description: "A story\nof two lines",
  hackathon: { slug: "jam-2024", name: "Jam 2024", startDate: "2024-03-01" },
  tracks: ["Payments", "Payments"],
  labels: ["Civic"],
  award: "winner",
  prizes: [{ type: "TRACK_PRIZE", name: "First", placement: 1, amount: 1500.5, trackName: "Payments" }],
  links: { github: "https://example.org/code", repoPublic: true },
  team: { count: 2, members: [{ displayName: "Ada" }] },
  tags: { problemTags: ["payroll"], techStack: ["rust", "react"] },
  metrics: { updatesCount: 3 },
  createdAt: "2024-03-05T10:00:00+02:00",
};

describe("importing projects", () => {
  it("keeps the record, creates its hackathon and tracks, and determines the time of creation", async () => {
    const report = await run(
      at.write("p.jsonl", toJsonLines([full, { slug: "b", name: " B \u0007 bell " }])),
    );
    expect(report).toMatchObject({ read: 2, inserted: 2, rejected: 0, rejectsFile: null, warnings: [] });
    const [b, paylark] = await at.projects();
    expect(b).toMatchObject({
      record: { name: "B bell" },
      hackathonSlug: "unaffiliated",
      createdAt: "2025-01-01T00:00:00.000Z",
    });
    expect(paylark).toMatchObject({
      slug: "paylark.v2~x",
      hackathonSlug: "jam-2024",
      createdAt: "2024-03-05T08:00:00.000Z",
      record: {
        ...full,
        tracks: ["Payments"],
        createdAt: "2024-03-05T08:00:00.000Z",
        tags: { techStack: ["rust", "react"] },
      },
    });
    expect(await at.catalog.hackathons()).toMatchObject([
      {
        slug: "jam-2024",
        name: "Jam 2024",
        tracks: [{ slug: "payments", name: "Payments" }],
        labels: [{ slug: "civic", name: "Civic" }],
      },
      { slug: "unaffiliated", name: "No hackathon", tracks: [], labels: [] },
    ]);
  });

  it("changes nothing the second time, the change counter included", async () => {
    const file = at.write("p.jsonl", toJsonLines([full, { name: "B", slug: "b" }]));
    await run(file);
    const counter = await at.catalog.changeCounter();
    at.setTime("2025-05-05T00:00:00Z");
    const reordered = at.write("q.jsonl", toJsonLines([{ slug: "b", name: "B" }, full]));
    for (const again of [file, reordered]) {
      expect(await run(again)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 });
    }
    expect(await at.catalog.changeCounter()).toBe(counter);
    expect((await at.catalog.importTimes()).projects).toBe("2025-01-01T00:00:00.000Z");
  });

  it("updates what differs, and keeps the time of first import", async () => {
    await run(
      at.write(
        "p.jsonl",
        toJsonLines([
          { slug: "a", name: "A" },
          { slug: "b", name: "B" },
        ]),
      ),
    );
    at.setTime("2025-05-05T00:00:00Z");
    const report = await run(
      at.write(
        "p.jsonl",
        toJsonLines([
          { slug: "a", name: "A2" },
          { slug: "b", name: "B" },
        ]),
      ),
    );
    expect(report).toMatchObject({ inserted: 0, updated: 1, unchanged: 1 });
    expect(await at.projects()).toMatchObject([
      { record: { name: "A2" }, createdAt: "2025-01-01T00:00:00.000Z" },
      { record: { name: "B" } },
    ]);
  });

  it("restores a withdrawn project", async () => {
    const file = at.write("p.jsonl", toJsonLines([{ slug: "a", name: "A" }]));
    await run(file);
    await at.catalog.withdrawProject("a");
    expect(await run(file)).toMatchObject({ inserted: 1 });
    expect((await at.catalog.counts()).projects).toBe(1);
  });

  it("reads gzip, CSV and standard input", async () => {
    const gz = at.write("p.jsonl.gz", gzipSync(toJsonLines([{ slug: "a", name: "A" }])));
    const csv = at.write(
      "p.csv",
      [
        "slug,name,hackathon.slug,tracks,team.count,links.repoPublic,tags.techStack,prizes",
        'b,"B, ""quoted""",jam,One; Two,3,yes,"[""c#"",""d""]","[{""type"":""X"",""amount"":5}]"',
      ].join("\n"),
    );
    const stdin = Readable.from([Buffer.from("\n"), Buffer.from('{"slug":"c","name":"C"}')]);
    expect(await run([gz, csv, "-"], { stdin })).toMatchObject({ read: 3, inserted: 3, rejected: 0 });
    const [, b] = await at.projects();
    expect(b!.record).toMatchObject({
      name: 'B, "quoted"',
      hackathon: { slug: "jam" },
      tracks: ["One", "Two"],
      team: { count: 3 },
      links: { repoPublic: true },
      tags: { techStack: ["c#", "d"] },
      prizes: [{ type: "X", amount: 5 }],
    });
  });

  it("stops waiting for standard input on the signal, and keeps what was read", async () => {
    const controller = new AbortController();
    const stdin = new Readable({ read() {} });
    stdin.push('{"slug":"a","name":"A"}\n');
    const onProgress = () => controller.abort();
    const report = await run("-", { stdin, signal: controller.signal, onProgress });
    expect(report).toMatchObject({ read: 1, inserted: 1, interrupted: true });
    expect(stdin.destroyed).toBe(true);
    const silent = new AbortController();
    const waiting = run("-", { stdin: new Readable({ read() {} }), signal: silent.signal });
    silent.abort();
    expect(await waiting).toMatchObject({ read: 0, interrupted: true });
  });

  it("reports progress up to the last byte", async () => {
    const seen: ImportProgress[] = [];
    const file = at.write("p.jsonl", toJsonLines([{ slug: "a", name: "A" }]));
    await run(file, { onProgress: (progress) => seen.push(progress) });
    const last = seen.at(-1)!;
    expect(last).toMatchObject({ file, records: 1, secondsLeft: 0 });
    expect(last.bytes).toBe(last.totalBytes);
  });
});

describe("bad projects", () => {
  it("are listed with file, line, field and rule, and the rest are imported", async () => {
    const lines = [
      '{"slug":"ok","name":"Good"}',
      '{"slug":"no-name"}',
      '{"slug":"","name":"Empty slug"}',
      "not json",
      "[1,2]",
      JSON.stringify({ slug: "dates", name: "D", createdAt: "yesterday" }),
      JSON.stringify({ slug: "calendar", name: "D", createdAt: "2024-02-30" }),
      JSON.stringify({ slug: "prize", name: "P", prizes: [{ type: "X", amount: "$5" }, { type: "" }] }),
      JSON.stringify({ slug: "tags", name: "T", tags: { techStack: Array(11).fill("x") } }),
      JSON.stringify({ slug: "jam", name: "J", hackathon: { slug: "Not A Slug" } }),
      JSON.stringify({ slug: "long", name: "L".repeat(301) }),
      '{"slug":"last","name":"Also good"}',
    ];
    const file = at.write("p.jsonl", lines.join("\n"));
    const report = await run(file);
    expect(report).toMatchObject({ read: 12, inserted: 2, rejected: 10 });
    const rejects = at.rejects(report);
    expect(rejects.map(({ line, record, field, rule }) => [line, record, field, rule])).toEqual([
      [2, "no-name", "name", "missing"],
      [3, "Empty slug", "slug", "too-short"],
      [4, null, null, "json"],
      [5, null, null, "not-an-object"],
      [6, "dates", "createdAt", "format"],
      [7, "calendar", "createdAt", "format"],
      [8, "prize", "prizes[0].amount", "wrong-type"],
      [9, "tags", "tags.techStack", "too-many"],
      [10, "jam", "hackathon.slug", "format"],
      [11, "long", "name", "too-long"],
    ]);
    expect(rejects.every((reject) => reject.file === file && reject.message.length > 10)).toBe(true);
    expect(rejects[6]!.also).toMatchObject([{ field: "prizes[1].type", rule: "too-short" }]);
  });

  it("may be many: a file that is one pretty-printed object does not exhaust memory", async () => {
    const projects = Array.from({ length: 3_000 }, (_, index) => ({ slug: `p${index}`, name: "P" }));
    const pretty = JSON.stringify({ projects }, null, 1);
    const report = await run(at.write("p.json", pretty));
    expect(report).toMatchObject({ inserted: 0, rejected: pretty.split("\n").length });
    expect(at.rejects(report)).toHaveLength(report.rejected);
  });

  it("do not prevent reading the intact part of a truncated gzip file", async () => {
    const whole = gzipSync(
      toJsonLines(Array.from({ length: 500 }, (_, i) => ({ slug: `p-${i}`, name: `Name ${i * i}` }))),
    );
    const report = await run(at.write("p.jsonl.gz", whole.subarray(0, whole.length >> 1)));
    expect(report.rejected).toBe(1);
    expect(report.inserted).toBeGreaterThan(10);
    expect(at.rejects(report)[0]).toMatchObject({ rule: "gzip-damaged", line: report.inserted + 1 });
  });

  it("are cleaned: other scripts and emoji stay, control characters and lone surrogates do not", async () => {
    const name = "مرحبا 你好 😀 e\u0301";
    const text = `{"slug":"a","name":"${name}\\u0000\\u0001\\ud83d","description":"one\\r\\ntwo\\u000cthree\\u0085four\\u009b"}`;
    await run(at.write("p.jsonl", text));
    expect((await at.projects())[0]!.record).toMatchObject({
      name: `${name}\uFFFD`,
      description: "one\ntwo\nthree\nfour",
    });
  });

  it("with unknown fields are imported; each field name is reported once", async () => {
    const records = [1, 2, 3].map((n) => ({
      slug: `p${n}`,
      name: "P",
      stars: n,
      links: { github: "https://example.org/x", blog: "y" },
    }));
    const report = await run(at.write("p.jsonl", toJsonLines(records)));
    expect(report).toMatchObject({ inserted: 3, rejected: 0 });
    expect(report.warnings.map((warning) => warning.slice(0, 50))).toEqual([
      expect.stringContaining('field "stars" is not known'),
      expect.stringContaining('field "links.blog" is not known'),
    ]);
  });

  it("with a track that a declared hackathon lacks are imported, with a warning", async () => {
    const yaml = at.write("h.yaml", "- slug: jam\n  name: Jam\n  tracks: [{ slug: money, name: DeFi }]\n");
    await importHackathons(at.catalog, [yaml], { dataDir: at.folder });
    const record = {
      slug: "a",
      name: "A",
      hackathon: { slug: "jam", name: "Other name" },
      tracks: ["defi", "Typo"],
    };
    const report = await run(at.write("p.jsonl", toJsonLines([record])));
    expect(report.warnings).toEqual([
      'hackathon jam was declared without the track "Typo" that projects name: added',
    ]);
    expect(await at.catalog.hackathons()).toMatchObject([
      {
        name: "Jam",
        tracks: [
          { slug: "money", name: "DeFi" },
          { slug: "typo", name: "Typo" },
        ],
      },
    ]);
  });
});

describe("slugs given twice", () => {
  const twice = [
    { slug: "a", name: "First" },
    { slug: "b", name: "B" },
    { slug: "a", name: "Second" },
  ];

  it("keep the last content, report it, and still change nothing when imported again", async () => {
    const file = at.write("p.jsonl", toJsonLines(twice));
    const report = await run(file);
    expect(report.warnings).toEqual([
      `slug "a" is given twice with different content (lines 1 and 3 of ${file}): the later one was kept`,
    ]);
    expect((await at.projects())[0]!.record.name).toBe("Second");
    const counter = await at.catalog.changeCounter();
    expect(await run(file)).toMatchObject({ inserted: 0, updated: 0, unchanged: 3 });
    expect(await at.catalog.changeCounter()).toBe(counter);
  });

  it("behave the same in different batches and files", async () => {
    const filler = Array.from({ length: 2_500 }, (_, i) => ({ slug: `f${i}`, name: "F" }));
    const one = at.write("1.jsonl", toJsonLines([twice[0], ...filler, { slug: "a", name: "Between" }]));
    const two = at.write("2.jsonl", toJsonLines([...filler, twice[2]]));
    await run([one, two]);
    const counter = await at.catalog.changeCounter();
    expect(await run([one, two])).toMatchObject({ inserted: 0, updated: 0, unchanged: 5_003 });
    expect(await at.catalog.changeCounter()).toBe(counter);
    expect((await at.projects())[0]!.record.name).toBe("Second");
  });

  it("keep the first content when the later one was removed from the file", async () => {
    await run(at.write("p.jsonl", toJsonLines(twice)));
    expect(await run(at.write("p.jsonl", toJsonLines(twice.slice(0, 2))))).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect((await at.projects())[0]!.record.name).toBe("First");
    expect(await run(at.write("p.jsonl", toJsonLines(twice.toReversed())))).toMatchObject({
      updated: 0,
      unchanged: 3,
    });
    expect((await at.projects())[0]!.record.name).toBe("First");
  });
});

describe("a dry run", () => {
  it("counts what would happen and writes nothing but the rejects file", async () => {
    await run(
      at.write(
        "p.jsonl",
        toJsonLines([
          { slug: "a", name: "A" },
          { slug: "b", name: "B" },
        ]),
      ),
    );
    const counter = await at.catalog.changeCounter();
    const next = [
      { slug: "a", name: "A" },
      { slug: "b", name: "B2" },
      { slug: "c", name: "C" },
      { slug: "d" },
    ];
    const report = await run(at.write("q.jsonl", toJsonLines(next)), { dryRun: true });
    expect(report).toMatchObject({ inserted: 1, updated: 1, unchanged: 1, rejected: 1 });
    expect(at.rejects(report)).toMatchObject([{ record: "d", field: "name" }]);
    expect(await at.catalog.changeCounter()).toBe(counter);
    expect(await at.catalog.counts()).toMatchObject({ projects: 2 });
    expect(await at.catalog.importRuns(10)).toHaveLength(1);
  });
});

describe("an invalid import", () => {
  it("is refused before anything is read", async () => {
    const good = at.write("p.jsonl", toJsonLines([{ slug: "a", name: "A" }]));
    await expect(run([good, join(at.folder, "missing.jsonl")])).rejects.toThrow(
      /missing\.jsonl cannot be read: there is no such file/,
    );
    await expect(run([])).rejects.toThrow(/at least one file/);
    await expect(run(["-", "-"])).rejects.toThrow(/can be read once/);
    await expect(run(good, { map: at.write("m.jsonata", "{\n  slug: (\n}") })).rejects.toThrow(
      /is not a JSONata expression: line 3/,
    );
    await expect(run(good, { map: join(at.folder, "no.jsonata") })).rejects.toThrow(/cannot be read/);
    expect(await at.projects()).toEqual([]);
    expect(existsSync(join(at.folder, "rejects"))).toBe(false);
  });
});

it("leaves no file behind but the catalog when nothing was rejected", async () => {
  await run(at.write("p.jsonl", toJsonLines([{ slug: "a", name: "A" }])));
  const left = readdirSync(at.folder).filter((name) => !name.startsWith("catalog.db"));
  expect(left.toSorted()).toEqual(["importing", "p.jsonl"]);
  expect(readdirSync(join(at.folder, "importing"))).toEqual([]);
});
