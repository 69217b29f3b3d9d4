import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { analyze } from "../../search/analysis/analyzer.ts";
import { tempFolder } from "../../search/segment/temp-folder.case.ts";
import { type Bm25Parameters, inverseDocumentFrequency, termWeight } from "../../search/text/bm25.ts";
import { fakeEmbed } from "../projects/project-index.case.ts";
import { archiveOf, bySourceAndId, documentOf, type TestDocument } from "./archive-index.case.ts";

const words = ["payment", "ledger", "proof", "client", "vote", "farm", "oracle", "node"];
const text = (most: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: most }).map((some) => some.join(" "));
const documents = fc
  .array(
    fc.record({
      title: text(2),
      author: fc.option(text(1)),
      passages: fc.array(text(8), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.map((fields, i) => documentOf(i, fields)).sort(bySourceAndId));
const query = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 });

const weighted = (some: readonly string[], weight: number) =>
  new Map(some.flatMap(analyze).map((term) => [term, weight]));

const passagesOf = ({ content, chunks }: TestDocument) =>
  chunks.map(({ start, end }) => content.slice(start, end));

/** The terms of each chunk and each document, those of the title and the author three times. */
function textsOf(held: readonly TestDocument[]) {
  const title = (document: TestDocument) => [1, 2, 3].flatMap(() => analyze(document.title));
  return {
    passages: held.flatMap((document) =>
      passagesOf(document).map((passage) => [...title(document), ...analyze(passage)]),
    ),
    wholes: held.map((document) => [
      ...title(document),
      ...[1, 2, 3].flatMap(() => analyze(document.author ?? "")),
      ...analyze(document.content),
    ]),
  };
}

/** BM25 by naive loops: the score of each text, 0 without a term. */
function naiveScores(texts: readonly string[][], asked: ReadonlyMap<string, number>, bm25: Bm25Parameters) {
  return texts.map((own) => {
    let score = 0;
    for (const [term, weight] of asked) {
      const frequency = own.filter((each) => each === term).length;
      const idf = inverseDocumentFrequency(texts.length, texts.filter((each) => each.includes(term)).length);
      if (frequency > 0) score += idf * weight * termWeight(frequency, own.length, bm25);
    }
    return score;
  });
}

function expectRanking(
  hits: { ids: Uint32Array; scores: Float64Array },
  scores: readonly number[],
  k: number,
) {
  const best = scores.toSorted((x, y) => y - x).filter((score) => score > 0);
  expect(hits.ids).toHaveLength(Math.min(k, best.length));
  for (const [i, id] of hits.ids.entries()) {
    expect(hits.scores[i]).toBeCloseTo(best[i]!, 9);
    expect(scores[id]).toBeCloseTo(best[i]!, 9);
  }
  expect(new Set(hits.ids).size).toBe(hits.ids.length);
}

function open(held: readonly TestDocument[]) {
  const opened = archiveOf(tempFolder(), [held]);
  onTestFinished(() => opened.archive.close());
  return opened;
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

describe("the channels of the archive, compared with loops over its documents", () => {
  it("score passages and whole documents by BM25, expansion terms with less weight, and report the terms they contain", () => {
    fc.assert(
      fc.property(
        documents,
        query,
        fc.constantFrom(...words),
        fc.integer({ min: 1, max: 20 }),
        (...given) => {
          const [held, asked, added, k] = given;
          const { archive, parameters } = open(held);
          const analyzed = archive.analyze(weighted(asked, 1), weighted([added], 0.4));
          const own = asked.flatMap(analyze);
          expect(analyzed.terms).toEqual(own);
          const weights = new Map(own.map((term) => [term, 1]));
          for (const term of analyze(added)) if (!weights.has(term)) weights.set(term, 0.4);
          const { passages, wholes } = textsOf(held);
          const byPassage = naiveScores(passages, weights, parameters.passages);
          const byWhole = naiveScores(wholes, weights, parameters.wholes);
          const filter = archive.filter();
          expectRanking(archive.searchPassages(analyzed, k, filter), byPassage, k);
          expectRanking(archive.searchWholes(analyzed, k, filter), byWhole, k);
          const chunks = Uint32Array.from(passages.keys()).filter((chunk) => chunk % 3 !== 1);
          const scored = archive.passageScores(analyzed, chunks);
          chunks.forEach((chunk, i) => {
            expect(scored.scores[i]).toBeCloseTo(byPassage[chunk]!, 9);
            const bits = [...weights.keys()].reduce(
              (sum, term, t) => (passages[chunk]!.includes(term) ? sum | (1 << t) : sum),
              0,
            );
            expect(scored.matched[i]).toBe(bits);
          });
          const numbers = Uint32Array.from(held.keys());
          const whole = archive.wholeScores(analyzed, numbers).scores;
          for (const number of numbers) expect(whole[number]).toBeCloseTo(byWhole[number]!, 9);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("keep the rarest terms of a long query, all of a short one", () => {
    const held = words.map((_, i) => documentOf(i, { title: "x", passages: [words.slice(i).join(" ")] }));
    const { archive } = open(held);
    const analyzed = archive.analyze(weighted(["oracle", "payment", "node", "proof", "client", "farm"], 1));
    const short = archive.strongest(analyzed, 3);
    const idfs = (terms: { idf: number }[]) => terms.map(({ idf }) => idf);
    expect(idfs(short.passages[0]!)).toEqual(
      idfs(analyzed.passages[0]!)
        .toSorted((x, y) => y - x)
        .slice(0, 3),
    );
    expect(archive.strongest(analyzed, 6).wholes).toEqual(analyzed.wholes);
  });

  it("return cosines of passages with the query, and the vectors that they are products with", () => {
    fc.assert(
      fc.property(documents, query, (held, asked) => {
        const { archive } = open(held);
        const vectors = held.flatMap((document) =>
          passagesOf(document).map((passage) => fakeEmbed(`${document.title} ${passage}`)!),
        );
        const vector = fakeEmbed(asked.join(" "))!;
        const prepared = archive.prepare(vector);
        const numbers = Uint32Array.from(vectors.keys());
        const found = archive.similarities(prepared, numbers);
        for (const number of numbers)
          expect(Math.abs(found[number]! - cosine(vectors[number]!, vector))).toBeLessThan(0.02);
        const options = { k: 5, candidates: 500, filter: archive.filter() };
        const nearest = archive.searchVectors(prepared, options);
        const best = [...found].sort((x, y) => y - x).slice(0, 5);
        expect([...nearest.scores]).toEqual(best);
        for (const [i, id] of nearest.ids.entries()) expect(found[id]).toBe(best[i]);
        for (const number of numbers) {
          const { int8, scale } = archive.vectorOf(number)!;
          const product = int8.reduce((sum, x, j) => sum + x * scale * prepared.rotated[j]!, 0);
          expect(product).toBeCloseTo(found[number]!, 2);
        }
      }),
      { numRuns: 30 },
    );
  });
});
