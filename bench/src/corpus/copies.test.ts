import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { copiedCorpus, copiedProjects } from "./copies.ts";
import { syntheticCorpus } from "./synthetic.ts";

const work = mkdtempSync(join(tmpdir(), "priorart-copies-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const wordsOf = (text: string) => text.match(/[A-Za-z]{3,}/g) ?? [];

it("copies have ids and addresses of their own, and about three words in ten replaced, some by new ones", async () => {
  const content =
    "The settlement of payments between banks is final once the ledger has been written. ".repeat(40);
  const path = join(work, "given.jsonl");
  const records = [1, 2, 3].map((n) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    title: `Title ${n}`,
    url: `https://example.org/${n}`,
    content,
  }));
  writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join("\n")}\n`);
  const corpus = { ...syntheticCorpus(work, { documents: 0, projects: 1 }), archive: [path] };
  const { archive, whole } = await copiedCorpus(work, corpus, 3);
  expect(archive).toHaveLength(3);
  expect(whole).toBe(false);
  const copies = archive.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
  const all = copies.map((line) => JSON.parse(line) as (typeof records)[number]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(9);
  expect(new Set(all.map(({ url }) => url)).size).toBe(9);
  const own = wordsOf(content);
  for (const copy of all.slice(3)) {
    expect(copy.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    // A word may be replaced by itself.
    const words = wordsOf(copy.content.replace(/\d/g, "x"));
    const changed = words.filter((word, i) => word !== own[i]).length / own.length;
    expect(changed).toBeGreaterThan(0.2);
    expect(changed).toBeLessThan(0.35);
  }
  const known = new Set(own);
  expect(all.slice(3).some(({ content }) => wordsOf(content).some((word) => !known.has(word)))).toBe(true);
});

it("copied projects have slugs and hackathons of their own, the first ones are the corpus", async () => {
  const path = join(work, "projects.jsonl");
  const records = [1, 2, 3].map((n) => ({
    slug: `p${n}`,
    name: `Payment Ledger ${n}`,
    oneLiner: n === 1 ? null : "settles invoices of market vendors between banks",
    description: "The settlement of payments between banks is final. ".repeat(30),
    hackathon: n === 3 ? null : { slug: "jam", name: "Jam", startDate: "2025-01-02" },
    tracks: ["DeFi"],
  }));
  writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join("\n")}\n`);
  const corpus = { ...syntheticCorpus(work, { documents: 0, projects: 1 }), projects: [path] };
  const { projects, archive } = await copiedProjects(work, corpus, 8);
  expect(archive).toEqual([]);
  const all = readFileSync(projects[0]!, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(all.slice(0, 3)).toEqual(records);
  expect(all).toHaveLength(8);
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(8);
  expect(all.map(({ hackathon }) => hackathon?.slug)).toEqual([
    "jam",
    "jam",
    undefined,
    "jam-1",
    "jam-1",
    undefined,
    "jam-2",
    "jam-2",
  ]);
  expect(all[3].oneLiner).toBeNull();
  expect(all[4]).toMatchObject({ tracks: ["DeFi"], hackathon: { startDate: "2025-01-02" } });
  const own = wordsOf(records[0]!.description);
  const changed = wordsOf(all[3].description.replace(/\d/g, "x")).filter((one, i) => one !== own[i]).length;
  expect(changed / own.length).toBeGreaterThan(0.15);
  expect(changed / own.length).toBeLessThan(0.4);
});
