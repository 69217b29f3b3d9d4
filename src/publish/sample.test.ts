import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadTaxonomy } from "../corpus/taxonomy/taxonomy.ts";
import { textCount, tokensOf } from "../embed/fitted/token-corpus.ts";
import { readCatalog } from "./read-catalog.ts";
import { sampleCorpus, spread } from "./sample.ts";
import { documentOf, documentsOf, openWorkbench, projectsOf, type Workbench } from "./workbench.case.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
});
afterEach(() => at.close());

async function sample(size: { documents: number; passages: number; projects: number }) {
  const run = {
    catalog: at.catalog,
    segments: at.dataDir,
    archive: null,
    signal: undefined,
    report: () => {},
  };
  const content = await readCatalog(run, loadTaxonomy(undefined));
  const build = new Uint32Array(content.documents.length).map((_, place) => place);
  return sampleCorpus(run, { content, build }, size);
}

describe("the sample of a corpus", () => {
  it("is the whole corpus where that is small, with the average lengths that its segment has", async () => {
    await at.put(...documentsOf(0, 30));
    await at.putProjects(...projectsOf(0, 4));
    const { corpus, parameters } = await sample({ documents: 30, passages: 1_000, projects: 10 });
    const report = await at.publish();
    expect(textCount(corpus)).toBe(report.chunks + 4);
    expect(corpus.projects).toBe(4);
    expect(at.manifest().archive.parameters).toEqual(parameters);
  });

  it("is bounded by documents, passages of one document, and projects", async () => {
    await at.put(...documentsOf(0, 50), documentOf(50, { content: documentOf(3).content.repeat(30) }));
    await at.putProjects(...projectsOf(0, 9));
    const small = await sample({ documents: 10, passages: 20, projects: 3 });
    expect(textCount(small.corpus)).toBeLessThanOrEqual(20 + 3);
    expect(textCount(small.corpus)).toBeGreaterThan(10);
    const lengths = Array.from({ length: 10 }, (_, text) => tokensOf(small.corpus, text).length);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    // The average is over all passages of a sampled document, not over those kept.
    expect(small.parameters.wholes.averageLength).toBeGreaterThan(small.parameters.passages.averageLength);
  });

  it("counts words of titles, contents and projects as they are written", async () => {
    await at.put(documentOf(0, { title: "Voters", content: "Voters vote for the voter." }));
    await at.putProjects({ slug: "ballots", name: "Ballots", oneLiner: "Voters' ballots" });
    const { corpus } = await sample({ documents: 10, passages: 10, projects: 10 });
    expect(corpus.words).toEqual(
      new Map([
        ["voters", 3],
        ["vote", 1],
        ["voter", 1],
        ["ballots", 2],
      ]),
    );
  });

  it("of an archive without documents has lengths of 1", async () => {
    const { parameters } = await sample({ documents: 10, passages: 20, projects: 3 });
    expect([parameters.passages.averageLength, parameters.wholes.averageLength]).toEqual([1, 1]);
  });
});

it("a spread holds each item once, from the first to near the last, evenly", () => {
  const items = Array.from({ length: 103 }, (_, i) => i);
  for (const size of [1, 2, 10, 102, 103, 200]) {
    const chosen = spread(items, size);
    expect(chosen).toHaveLength(Math.min(size, 103));
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(chosen[0]).toBe(0);
    const gaps = chosen.slice(1).map((item, i) => item - chosen[i]!);
    expect(Math.max(0, ...gaps) - Math.min(...gaps, Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(1);
  }
  expect(spread([], 5)).toEqual([]);
});
