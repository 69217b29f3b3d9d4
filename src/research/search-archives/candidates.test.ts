import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import type { ArchiveSession } from "../../archive-search/archive-session.ts";
import { localSession } from "../../archive-search/local-session.ts";
import { archiveOf, bySourceAndId, documentOf } from "../../corpus/archive/archive-index.case.ts";
import type { ArchiveIndex } from "../../corpus/archive/archive-index.ts";
import { fakeEmbed } from "../../corpus/projects/project-index.case.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { tempFolder } from "../../search/segment/temp-folder.case.ts";
import type { NamedAuthor } from "./authors.ts";
import { type Candidates, gatherCandidates, pool, textPool } from "./candidates.ts";

const word = fc.constantFrom("payment", "ledger", "proof", "client", "vote", "farm", "oracle", "node");
const passage = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const documents = fc
  .array(
    fc.record({
      title: fc.constantFrom("On nothing", "Of farms"),
      // Authors occur in no passage: such documents are found as a whole only.
      author: fc.option(fc.constantFrom("Ada Vote", "Bo Farm")),
      passages: fc.array(passage, { maxLength: 14 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.map((fields, i) => documentOf(i, fields)).sort(bySourceAndId));
const query = fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));

function open(held: Parameters<typeof archiveOf>[1][number]): ArchiveIndex {
  const { archive } = archiveOf(tempFolder(), [held]);
  onTestFinished(() => archive.close());
  return archive;
}

/** The candidate chunks by document. */
function naiveChunks(archive: ArchiveIndex, text: string, withVector: boolean): Map<number, number[]> {
  const filter = archive.filter();
  const analyzed = archive.analyze(ownTerms(text));
  const passages = archive.searchPassages(analyzed, withVector ? pool.passages : textPool.passages, filter);
  const options = { k: pool.nearest, candidates: pool.coded, filter };
  const nearest = withVector ? archive.searchVectors(archive.prepare(fakeEmbed(text)!), options).ids : [];
  const found = new Map<number, number[]>();
  for (const chunk of new Set([...passages.ids, ...nearest])) {
    const document = archive.documentOf(chunk);
    found.set(
      document,
      [...(found.get(document) ?? []), chunk].sort((x, y) => x - y),
    );
  }
  for (const document of archive.searchWholes(analyzed, pool.wholes, filter).ids) {
    const { from, to } = archive.chunkRange(document);
    const first = Array.from({ length: Math.min(5, to - from) }, (_, i) => from + i);
    if (!found.has(document) && first.length > 0) found.set(document, first);
  }
  return new Map([...found].sort(([x], [y]) => x - y));
}

const ownTerms = (text: string) => new Map(queryTerms(text).map((term) => [term, 1]));

async function candidatesOf(archive: ArchiveIndex, text: string, withVector: boolean) {
  const vector = withVector ? archive.prepare(fakeEmbed(text)!) : null;
  const request = { scope: { titles: [] }, vector, authors: [] };
  const searched = { archive, session: localSession(archive) };
  return (await gatherCandidates(searched, archive.analyze(ownTerms(text)), request)).candidates;
}

it("are the documents found by passage, vector or whole text, with the scores of every channel", async () => {
  await fc.assert(
    fc.asyncProperty(documents, query, fc.boolean(), async (held, text, withVector) => {
      const archive = open(held);
      const expected = naiveChunks(archive, text, withVector);
      const analyzed = archive.analyze(ownTerms(text));
      const vector = withVector ? archive.prepare(fakeEmbed(text)!) : null;
      const found = await candidatesOf(archive, text, withVector);
      expect([...found.documents]).toEqual([...expected.keys()]);
      expect([...found.chunks]).toEqual([...expected.values()].flat());
      const starts = [0];
      for (const own of expected.values()) starts.push(starts.at(-1)! + own.length);
      expect([...found.chunkStarts]).toEqual(starts);
      expect(found.wholes).toEqual(archive.wholeScores(analyzed, found.documents).scores);
      expect(found.scores).toEqual(archive.passageScores(analyzed, found.chunks).scores);
      expect(found.cosines).toEqual(
        vector ? archive.similarities(vector, found.chunks) : new Float64Array(found.chunks.length),
      );
      const wanted = text.split(" ");
      const complete = [...found.chunks].map((chunk) => {
        const number = archive.documentOf(chunk);
        const { title } = archive.document(number);
        const held = `${title} ${archive.passage(number, chunk)}`
          .toLowerCase()
          .replace("farms", "farm")
          .split(" ");
        return wanted.every((each) => held.includes(each)) ? 1 : 0;
      });
      expect([...found.complete]).toEqual(complete);
      const paired = [...found.chunks].map((chunk) => {
        const number = archive.documentOf(chunk);
        const { title } = archive.document(number);
        const held = `${title} ${archive.passage(number, chunk)}`
          .toLowerCase()
          .replace("farms", "farm")
          .split(" ");
        const own = [...new Set(wanted)];
        return own.some((each, i) => i > 0 && held.includes(each) && held.includes(own[i - 1]!)) ? 1 : 0;
      });
      expect([...found.paired]).toEqual(paired);
    }),
    { numRuns: 40 },
  );
});

it("mark no chunk as complete for a query without terms, or with more terms than the mask holds", async () => {
  const words = Array.from({ length: 33 }, (_, i) => `word${i}`);
  const archive = open([documentOf(1, { title: "A", passages: [words.join(" ")] })]);
  const complete = async (text: string) => [...(await candidatesOf(archive, text, false)).complete];
  expect(await complete(words.slice(0, 32).join(" "))).toEqual([1]);
  expect(await complete(words.join(" "))).toEqual([0]);
});

it("count a chunk without a vector as close as its document is on average", async () => {
  const passages = ["water pump field", "water market price", "water storm drought"];
  const archive = open([documentOf(1, { title: "A", passages }), documentOf(2, { title: "B", passages })]);
  const session = localSession(archive);
  const lead = (chunk: number) => chunk === archive.chunkRange(archive.documentOf(chunk)).from;
  const onlyLeads: ArchiveSession = {
    ...session,
    similarities: (query, chunks) =>
      session.similarities(query, chunks).map((cosine, i) => (lead(chunks[i]!) ? cosine : 0)),
  };
  const vector = archive.prepare(fakeEmbed("water")!);
  const scope = { required: [], excluded: [], titles: [], sources: undefined };
  const query = archive.analyze(ownTerms("water"));
  const request = { scope, vector, authors: [] };
  const { candidates } = await gatherCandidates({ archive, session: onlyLeads }, query, request);
  const exact = session.similarities(vector, candidates.chunks);
  const means = session.leadCosines(vector, candidates.documents);
  expect(candidates.chunks).toHaveLength(6);
  candidates.documents.forEach((_, d) => {
    for (let i = candidates.chunkStarts[d]!; i < candidates.chunkStarts[d + 1]!; i++)
      expect(candidates.cosines[i]).toBe(lead(candidates.chunks[i]!) ? exact[i] : means[d]);
  });
});

it("of named authors are gathered beyond those of the whole archive, and marked", async () => {
  const held = Array.from({ length: 200 }, (_, i) =>
    documentOf(i, { author: i < 40 ? `Ada M. Vote ${i}` : "Bo Farm", passages: ["water ".repeat(i + 1)] }),
  );
  const archive = open(held);
  const vector = archive.prepare(fakeEmbed("water")!);
  const session = localSession(archive);
  const query = archive.analyze(ownTerms("water"));
  const gather = async (authors: NamedAuthor[], scope = {}) => {
    const request = { scope: { titles: [], ...scope }, vector, authors };
    const { candidates } = await gatherCandidates({ archive, session }, query, request);
    return candidates;
  };
  const byAda = ({ documents }: Candidates) => [...documents].filter((number) => number < 40);
  const ada = { words: ["vote", "ada"], certainty: 0.5 };
  const found = await gather([ada]);
  expect(byAda(await gather([])).length).toBeLessThan(40);
  expect(byAda(found)).toHaveLength(40);
  expect([...found.authored!]).toEqual([...found.documents].map((number) => (number < 40 ? 0.5 : 0)));
  const surest = await gather([
    ada,
    { words: ["ada", "17"], certainty: 1 },
    { words: ["ada"], certainty: 0.25 },
  ]);
  expect([...surest.authored!].filter((certainty) => certainty === 0.5)).toHaveLength(39);
  expect(surest.authored![surest.documents.indexOf(17)]).toBe(1);
  expect(byAda(await gather([ada], { sources: ["others"] }))).toEqual([]);
});
