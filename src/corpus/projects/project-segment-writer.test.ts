import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../../search/segment/temp-folder.case.ts";
import { hackathonsOf, openIndex, projectOf, taxonomy } from "./project-index.case.ts";
import { writeProjectSegment } from "./project-segment-writer.ts";

function open(...given: Parameters<typeof openIndex>) {
  const opened = openIndex(...given);
  onTestFinished(() => opened.dispose());
  return opened;
}

it("no file is left behind when a project cannot be written", () => {
  const folder = tempFolder();
  const project = projectOf({ slug: "a" });
  const broken = { ...project, record: { ...project.record, links: null as never } };
  const input = { projects: [broken], hackathons: hackathonsOf([project]), taxonomy, importedAt: null };
  expect(() =>
    writeProjectSegment(join(folder, "projects"), { ...input, vectors: [null], dimensions: 64 }),
  ).toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

it("evidence is as new as the last import, or as the project where there was none", () => {
  const evidenceSummaries = {
    repoSummary: {
      text: "Code.",
      truncated: false,
      sourceRevision: "abc",
      sourceInferred: false,
      extractorVersion: "1",
    },
  };
  const project = projectOf({ slug: "a", evidenceSummaries, createdAt: "2024-02-03T00:00:00.000Z" });
  const indexedAt = (importedAt: string | null) =>
    open([project], { importedAt }).index.details(0).evidenceSummaries?.repoSummary?.indexedAt;
  expect(indexedAt(null)).toBe("2024-02-03T00:00:00.000Z");
  expect(indexedAt("2025-01-01T00:00:00.000Z")).toBe("2025-01-01T00:00:00.000Z");
});

it("a word counts most in the name, then in one-liner and tags, then elsewhere", () => {
  const others = { name: "x", oneLiner: "one two", description: "three four five" };
  const tags = {
    problemTags: ["escrow"],
    solutionTags: [],
    primitives: [],
    techStack: [],
    targetUsers: [],
  };
  const { index } = open([
    projectOf({ slug: "a-name", ...others, name: "escrow" }),
    projectOf({ slug: "b-line", ...others, oneLiner: "escrow two" }),
    projectOf({ slug: "c-text", ...others, description: "escrow four five" }),
    projectOf({ slug: "d-tag", ...others, tags }),
    projectOf({ slug: "e-none", ...others }),
  ]);
  const rows = Uint32Array.of(0, 1, 2, 3, 4);
  const { scores: words } = index.words.score(new Map([["escrow", 1]]), rows, index);
  expect(words[0]).toBeGreaterThan(words[1]!);
  expect(words[1]).toBeGreaterThan(words[2]!);
  expect(words[3]).toBeGreaterThan(words[2]!);
  expect(words[2]).toBeGreaterThan(0);
  expect(words[4]).toBe(0);
  const { scores: topics } = index.topics.score(new Map([["escrow", 1]]), rows, index);
  expect(Array.from(topics, (score) => score > 0)).toEqual([false, false, false, true, false]);
});

it("repeats of a word count less and less, and a long text less than a short one", () => {
  const filler = (count: number) => Array.from({ length: count }, (_, i) => `filler${i}`).join(" ");
  const { index } = open([
    projectOf({ slug: "a", name: "x", description: `escrow ${filler(9)}` }),
    projectOf({ slug: "b", name: "x", description: `escrow escrow ${filler(8)}` }),
    projectOf({ slug: "c", name: "x", description: `escrow ${filler(200)}` }),
  ]);
  const [once, twice, long] = index.words.score(
    new Map([["escrow", 1]]),
    Uint32Array.of(0, 1, 2),
    index,
  ).scores;
  expect(twice).toBeGreaterThan(once! * 1.1);
  expect(twice).toBeLessThan(once! * 2);
  expect(long).toBeLessThan(once! * 0.9);
});
