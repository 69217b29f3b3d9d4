import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { chunk } from "../../publish/chunk/chunk.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { tempFolder } from "../../search/segment/temp-folder.case.ts";
import { fakeEmbed } from "../projects/project-index.case.ts";
import { archiveOf, bySourceAndId, documentOf, type TestDocument } from "./archive-index.case.ts";
import type { ArchiveIndex } from "./archive-index.ts";

const word = fc.constantFrom(
  "payment",
  "ledger",
  "proof",
  "client",
  "vote",
  "farm",
  "支付",
  "crédit",
  "oracle",
  "node",
);
const passage = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const documents = fc
  .array(
    fc.record({
      title: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
      author: fc.option(fc.constantFrom("Ada Vote", "Bo Farm")),
      source: fc.constantFrom("alpha", "beta", "gamma"),
      passages: fc.array(passage, { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((list) => list.map((fields, i) => documentOf(i, fields)).sort(bySourceAndId));
const query = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));

function open(lists: readonly (readonly TestDocument[])[], parameters?: Parameters<typeof archiveOf>[2]) {
  const opened = archiveOf(tempFolder(), lists, parameters);
  onTestFinished(() => opened.archive.close());
  return opened;
}

const weighted = (text: string, weight: number) => new Map(queryTerms(text).map((term) => [term, weight]));

/** All hits of a query, in every channel. */
function answers(archive: ArchiveIndex, text: string, sources?: string[]) {
  const filter = archive.filter({ sources });
  const analyzed = archive.analyze(weighted(text, 1), weighted("node operator", 0.4));
  const vector = archive.prepare(fakeEmbed(text)!);
  const passages = archive.searchPassages(analyzed, 20, filter);
  const wholes = archive.searchWholes(analyzed, 20, filter);
  const nearest = archive.searchVectors(vector, { k: 20, candidates: 500, filter });
  const chunks = nearest.ids.slice().sort();
  return {
    passages,
    wholes,
    nearest,
    similarities: archive.similarities(vector, chunks),
    passageScores: archive.passageScores(analyzed, chunks),
    weights: analyzed.weights,
  };
}

const documentsFound = (archive: ArchiveIndex, found: ReturnType<typeof answers>) =>
  new Set([
    ...found.wholes.ids,
    ...[...found.passages.ids, ...found.nearest.ids].map((id) => archive.documentOf(id)),
  ]);

describe("ArchiveIndex", () => {
  it("returns the same hits, scores and order for several segments as for one", () => {
    fc.assert(
      fc.property(documents, query, fc.array(fc.nat(25), { maxLength: 3 }), (held, text, cuts) => {
        const bounds = [0, ...cuts.map((cut) => cut % held.length).sort((x, y) => x - y), held.length];
        const parts = bounds
          .slice(1)
          .map((end, i) => held.slice(bounds[i], end))
          .filter((part) => part.length > 0);
        const whole = open([held]);
        const { archive } = open(parts, whole.parameters);
        expect(archive.documents).toBe(held.length);
        expect(answers(archive, text)).toEqual(answers(whole.archive, text));
        expect(answers(archive, text, ["alpha", "gamma"])).toEqual(
          answers(whole.archive, text, ["alpha", "gamma"]),
        );
      }),
      { numRuns: 40 },
    );
  });

  it("finds only documents of the requested sources; none for an unknown source", () => {
    fc.assert(
      fc.property(documents, query, fc.subarray(["alpha", "beta", "gamma"]), (held, text, sources) => {
        const { archive } = open([held]);
        const found = documentsFound(archive, answers(archive, text, [...sources, "nowhere"]));
        for (const document of found) expect(sources).toContain(archive.sourceOf(document));
        const all = documentsFound(archive, answers(archive, text));
        for (const document of all)
          if (sources.includes(archive.sourceOf(document) as never)) expect(found.size).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });

  it("never shows a withdrawn or superseded document, in any channel, with or without a filter", () => {
    fc.assert(
      fc.property(documents, query, fc.array(fc.nat(24), { maxLength: 6 }), (held, text, numbers) => {
        const { archive } = open([held]);
        const gone = [...new Set(numbers.map((number) => number % held.length))];
        const [superseded, withdrawn] = [gone.slice(0, 2), gone.slice(2)];
        archive.supersede(0, superseded);
        for (const number of withdrawn) archive.withdraw(held[number]!.documentId);
        const hidden = new Set(gone);
        for (const sources of [undefined, ["alpha", "beta"]])
          for (const document of documentsFound(archive, answers(archive, text, sources)))
            expect(hidden.has(document)).toBe(false);
        held.forEach(({ documentId }, number) => {
          expect(archive.find(documentId)).toBe(hidden.has(number) ? -1 : number);
        });
        const counted = [...archive.sourceCounts().values()].reduce((sum, count) => sum + count, 0);
        expect(counted).toBe(held.length - gone.length);
      }),
      { numRuns: 40 },
    );
  });

  it("shows the later of two versions of a document, and neither once it is withdrawn", () => {
    const old = documentOf(1, { passages: ["old words about payment"] });
    const next = documentOf(1, { passages: ["new words about payment"] });
    const { archive } = open([[old, documentOf(2, {})], [next]]);
    archive.supersede(0, [0]);
    expect(archive.document(archive.find(old.documentId)).content()).toBe(next.content);
    archive.withdraw(old.documentId);
    expect(archive.find(old.documentId)).toBe(-1);
    const found = documentsFound(archive, answers(archive, "payment words"));
    for (const version of [0, 2]) expect([...found]).not.toContain(version);
  });

  it("returns every document as written, each passage as an exact slice of its content", () => {
    const content = fc
      .array(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 80 }),
          fc.constantFrom(
            "\n\n",
            "\ufeff",
            "支付系统。",
            "😀👩‍💻 ",
            "é".repeat(700),
            "A plain sentence. ".repeat(70),
          ),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 5 }), (contents) => {
        const held = contents.map((text, i) => ({
          ...documentOf(i, {
            title: `😀 title ${i}`,
            author: i % 2 ? "Zoë" : null,
            url: "https://a.example/é",
          }),
          content: text,
          chunks: chunk(text),
        }));
        const { archive } = open([held.slice(0, 2), held.slice(2)].filter((part) => part.length > 0));
        for (const [number, document] of held.entries()) {
          expect(archive.find(document.documentId)).toBe(number);
          const read = archive.document(number);
          expect(read).toMatchObject({
            documentId: document.documentId,
            source: document.source,
            title: document.title,
            author: document.author,
            url: document.url,
            publishedAt: null,
            totalChars: [...document.content].length,
          });
          expect(read.content()).toBe(document.content);
          const { from, to } = archive.chunkRange(number);
          expect(to - from).toBe(document.chunks.length);
          document.chunks.forEach(({ start, end }, i) => {
            expect(archive.documentOf(from + i)).toBe(number);
            expect(archive.passage(number, from + i)).toBe(document.content.slice(start, end));
          });
        }
        expect(archive.find("ffffffff-ffff-4fff-8fff-ffffffffffff")).toBe(-1);
      }),
      { numRuns: 60 },
    );
  });

  it("returns nothing and does not throw when it is empty", () => {
    const { archive } = archiveOf(tempFolder(), []);
    const nothing = { ids: new Uint32Array(0), scores: new Float64Array(0) };
    expect(answers(archive, "payment")).toMatchObject({
      passages: nothing,
      wholes: nothing,
      nearest: nothing,
    });
    expect(archive.find("ffffffff-ffff-4fff-8fff-ffffffffffff")).toBe(-1);
    expect(archive.sourceCounts().size).toBe(0);
  });
});
