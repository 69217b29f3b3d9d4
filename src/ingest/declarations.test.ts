import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importHackathons, importSources } from "./declarations.ts";
import { type ImportFixture, openFixture } from "./import-fixture.case.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const hackathons = (file: string, options = {}) =>
  importHackathons(at.catalog, [file], { dataDir: at.folder, ...options });

it("reads sources from YAML, changing nothing the second time", async () => {
  const file = at.write(
    "s.yaml",
    "sources:\n  - key: a\n    label: A\n    licenceNote: CC0\n    url: https://example.org/a\n  - { key: b, label: B, kind: talks, access: excerpt }\n",
  );
  const options = { dataDir: at.folder };
  expect(await importSources(at.catalog, [file], options)).toMatchObject({
    read: 2,
    inserted: 2,
    warnings: [],
  });
  const counter = await at.catalog.changeCounter();
  expect(await importSources(at.catalog, [file], options)).toMatchObject({ unchanged: 2 });
  expect(await at.catalog.changeCounter()).toBe(counter);
  expect(await at.catalog.sources()).toEqual([
    { key: "a", label: "A", kind: "other", access: "open", licenceNote: "CC0", url: "https://example.org/a" },
    { key: "b", label: "B", kind: "talks", access: "excerpt", licenceNote: null },
  ]);
});

it("reads hackathons with dates, tracks and labels, and rejects a bad one with its line", async () => {
  const file = at.write(
    "h.yaml",
    `# two hackathons
- slug: jam
  name: Jam
  startDate: 2024-03-01
  submissionDeadline: 2024-03-08T23:59:00+01:00
  current: true
  tracks:
    - { slug: z, name: Z }
    - { slug: a, name: A }
- slug: Bad Slug
  name: Bad
  city: Nowhere
`,
  );
  const report = await hackathons(file);
  expect(report).toMatchObject({ read: 2, inserted: 1, rejected: 1 });
  expect(at.rejects(report)).toMatchObject([
    { file, line: 10, record: "Bad Slug", field: "slug", rule: "format" },
  ]);
  expect(report.warnings).toEqual([expect.stringContaining('field "city" is not known')]);
  expect(await at.catalog.hackathons()).toEqual([
    {
      slug: "jam",
      name: "Jam",
      startDate: "2024-03-01",
      submissionDeadline: "2024-03-08T22:59:00.000Z",
      winnerAnnouncementDate: null,
      current: true,
      tracks: [
        { slug: "z", name: "Z" },
        { slug: "a", name: "A" },
      ],
      labels: [],
    },
  ]);
});

it("reads a JSON list through a map, and standard input", async () => {
  const map = at.write("m.jsonata", '{"slug": $slug(title), "name": title}');
  const file = at.write("h.json", JSON.stringify([{ title: "One Jam" }, { title: "Two Jam" }]));
  expect(await hackathons(file, { map })).toMatchObject({ inserted: 2 });
  expect(await hackathons("-", { stdin: Readable.from(["- slug: three"]) })).toMatchObject({ inserted: 1 });
  expect((await at.catalog.hackathons()).map(({ slug, name }) => [slug, name])).toEqual([
    ["one-jam", "One Jam"],
    ["three", "three"],
    ["two-jam", "Two Jam"],
  ]);
});

it("reads standard input like a file: gzip, UTF-8 only, and up to a size", async () => {
  const from = (pieces: Iterable<Buffer>) => hackathons("-", { stdin: Readable.from(pieces) });
  expect(await from([gzipSync("- { slug: a, name: A }")])).toMatchObject({ inserted: 1 });
  await expect(from([Buffer.from([0xff, 0xfd, 0x41])])).rejects.toThrow(/^standard input is not UTF-8/);
  const piece = Buffer.from(`# ${"x".repeat(1024 * 1024)}\n`);
  await expect(from(Array(64).fill(piece))).rejects.toThrow(
    "standard input cannot be read: it is larger than 67108864 bytes",
  );
});

it("reports in a dry run what would change, and changes nothing", async () => {
  await hackathons(at.write("h.yaml", "- { slug: a, name: A }\n- { slug: b, name: B }"));
  const counter = await at.catalog.changeCounter();
  const next = at.write("i.yaml", "- { slug: a, name: A2 }\n- { slug: b, name: B }\n- { slug: c, name: C }");
  expect(await hackathons(next, { dryRun: true })).toMatchObject({ inserted: 1, updated: 1, unchanged: 1 });
  expect(await at.catalog.changeCounter()).toBe(counter);
  expect(await at.catalog.hackathons()).toMatchObject([{ name: "A" }, { name: "B" }]);
});

it("keeps the last of two with one slug, and warns", async () => {
  const report = await hackathons(at.write("h.yaml", "- { slug: a, name: A }\n- { slug: a, name: B }"));
  expect(report.warnings).toEqual(["slug a is given twice with different content: the later one was kept"]);
  expect(await at.catalog.hackathons()).toMatchObject([{ name: "B" }]);
});

it("refuses a file that is not a YAML list, naming the place", async () => {
  await expect(hackathons(at.write("h.yaml", "- slug: a\n  name: [x\n"))).rejects.toThrow(
    /h\.yaml is not YAML: line \d/,
  );
  await expect(hackathons(at.write("h.yaml", "slug: a\n"))).rejects.toThrow(
    /has no top-level list `hackathons:`/,
  );
  await expect(hackathons(at.write("h.yaml", "just text"))).rejects.toThrow(/is not a list/);
  await expect(hackathons(at.write("h.yaml", new Uint8Array([0xff, 0xfd, 0x41])))).rejects.toThrow(
    /not UTF-8/,
  );
  await expect(hackathons("/nowhere/h.yaml")).rejects.toThrow(/there is no such file/);
  await expect(hackathons(at.folder)).rejects.toThrow(/cannot be read: EISDIR/);
  expect(await hackathons(at.write("h.yaml", "# nothing yet\n"))).toMatchObject({ read: 0 });
});

it("imports with everything that a map returned for a record, or not at all", async () => {
  const map = {
    text: '{"slug": slug, "name": name} ~> function($x) { n = 0 ? [] : n = 2 ? [$x, {"slug": "B B", "name": "B"}] : $x }',
  };
  const file = at.write(
    "h.yaml",
    "- { slug: none, n: 0 }\n- { slug: a, name: A }\n- { slug: b, name: B, n: 2 }\n- { slug: c, name: 7 }\n",
  );
  const report = await hackathons(file, { map });
  expect(report).toMatchObject({
    read: 4,
    inserted: 1,
    rejected: 2,
    dropped: 1,
    resumed: 0,
    interrupted: false,
  });
  expect(at.rejects(report)).toMatchObject([
    { file, line: 3, record: "B B", field: "slug" },
    { file, line: 4, record: "c", field: "name" },
  ]);
  expect(await at.catalog.hackathons()).toMatchObject([{ slug: "a" }]);
});

it("rejects what the map fails on, by its own name", async () => {
  const file = at.write("h.yaml", "- { name: N, n: x }\n- { label: L, n: x }\n- { n: x }\n");
  const report = await hackathons(file, { map: { text: "$number(n)" } });
  expect(at.rejects(report).map(({ record, rule }) => [record, rule])).toEqual([
    ["N", "mapping"],
    ["L", "mapping"],
    [null, "mapping"],
  ]);
});

it("rejects of an uploaded file what makes the server read its own machine", async () => {
  const file = at.write(
    "s.yaml",
    '- { key: a, label: " A  a ", connector: { kind: folder, path: /etc } }\n- { key: b, label: B }\n',
  );
  const options = { dataDir: at.folder, remote: true };
  const report = await importSources(at.catalog, [file], options);
  expect(report).toMatchObject({ inserted: 1, rejected: 1 });
  expect(at.rejects(report)).toMatchObject([{ record: "a", field: "connector", rule: "not-allowed" }]);
  expect(await importSources(at.catalog, [file], { dataDir: at.folder })).toMatchObject({
    inserted: 1,
    unchanged: 1,
  });
  expect((await at.catalog.sources()).map(({ label }) => label)).toEqual(["A a", "B"]);
});

it("warns of sources that read the same address, over all imports", async () => {
  const feed = (key: string) =>
    `- { key: ${key}, label: L, connector: { kind: feed, url: "https://a.example/feed" } }\n`;
  const run = (key: string) =>
    importSources(at.catalog, [at.write(`${key}.yaml`, feed(key))], { dataDir: at.folder });
  expect((await run("a")).warnings).toEqual([]);
  expect((await run("b")).warnings).toEqual([
    expect.stringContaining("the sources a and b read the same address"),
  ]);
});

it("reads several files in their order, and needs at least one", async () => {
  const files = [at.write("a.yaml", "- { slug: a, name: A }"), at.write("b.yaml", "- { slug: a, name: B }")];
  const report = await importHackathons(at.catalog, files, { dataDir: at.folder });
  expect([report.read, report.inserted, report.warnings.length]).toEqual([2, 1, 1]);
  expect(await at.catalog.hackathons()).toMatchObject([{ name: "B" }]);
  // The same content twice is no reason to warn.
  const twice = await importHackathons(at.catalog, [files[1]!, files[1]!], { dataDir: at.folder });
  expect(twice).toMatchObject({ read: 2, unchanged: 1, warnings: [] });
  await expect(importHackathons(at.catalog, [], { dataDir: at.folder })).rejects.toThrow(
    "name at least one file of hackathons, or -",
  );
});

it("declares hundreds in transactions of 200, and ends between two of them on the signal", async () => {
  const list = Array.from({ length: 450 }, (_, n) => `- { slug: s${n}, name: S }\n`).join("");
  const file = at.write("h.yaml", list);
  const stop = new AbortController();
  const write = at.catalog.write.bind(at.catalog);
  const catalog = {
    ...at.catalog,
    write: async (work: Parameters<typeof write>[0]) => {
      stop.abort();
      return write(work);
    },
  } as typeof at.catalog;
  const interrupted = await importHackathons(catalog, [file], { dataDir: at.folder, signal: stop.signal });
  expect(interrupted).toMatchObject({ read: 450, inserted: 200, interrupted: true });
  expect(await hackathons(file)).toMatchObject({ inserted: 250, unchanged: 200, interrupted: false });
});

it("reports a failure of the catalog, in a dry run too", async () => {
  const file = at.write("h.yaml", "- { slug: a, name: A }");
  const catalog = { ...at.catalog, write: async () => Promise.reject(new Error("disk full")) };
  for (const dryRun of [false, true])
    await expect(importHackathons(catalog, [file], { dataDir: at.folder, dryRun })).rejects.toThrow(
      "disk full",
    );
});
