/** The three tiers of archive search. Each returns ranked documents; the next one is tried when there are none. */
import type { ArchiveSession, SearchScope } from "../../archive-search/archive-session.ts";
import type { SearchTier } from "../../contract/api/archive.ts";
import type { ArchiveQuery } from "../../corpus/archive/archive-index.ts";
import { meaningOf } from "../../corpus/taxonomy/query-expansion.ts";
import { identifiedTitles } from "../../search/lookup/identifiers.ts";
import { fullNameKey, isSameName, nameKey } from "../../search/lookup/name-key.ts";
import { titleNames } from "../../search/lookup/title-names.ts";
import type { ArchiveContext } from "../archive-context.ts";
import type { QuerySyntax } from "../query-syntax.ts";
import { explainWords } from "../ranking/explain.ts";
import { rankingWeights } from "../ranking/linear-model.ts";
import { addTextFeatures } from "../ranking/text-features.ts";
import { type ReadQuery, readQuery } from "../read-query.ts";
import { type NamedAuthor, readAuthors, withNames } from "./authors.ts";
import { type Candidates, gatherCandidates, textPool } from "./candidates.ts";
import { withLightForms } from "./light-forms.ts";
import {
  type ChunkEvidence,
  greatest,
  type Pins,
  pinned,
  type RankedDocument,
  type RankingOptions,
  rankDocuments,
  weightsFor,
} from "./ranking.ts";

/** Minimum similarity of a chunk that contains every term of the query. */
const everyTermSimilarity = 0.2;
/** Least number of words of a synonym that may be a title. */
const leastTitleWords = 4;
/** Similarity of the best hit in the text tiers. */
const bestTextSimilarity = 0.99;

export interface TierRequest {
  query: string;
  minSimilarity: number;
  /** Source keys; all sources without. */
  sources: readonly string[] | undefined;
  /** Of the query that this one is a part of, instead of its own. */
  operators?: Pick<QuerySyntax, "required" | "excluded">;
}

export interface TierResult extends Pins {
  tier: SearchTier;
  documents: RankedDocument[];
  /** Index terms of the query with their weights, for snippets. */
  terms: ReadonlyMap<string, number>;
  /** The interpreted query: misspelt words replaced, synonyms added. */
  expanded: string;
  /** The query without operators, and these as they applied: misspelt words of phrases replaced, none in a title. */
  syntax: QuerySyntax;
}

/** Vector, chunk text, document text: the first that finds anything, else the last, empty. */
export async function searchTiers(
  context: ArchiveContext,
  session: ArchiveSession,
  request: TierRequest,
): Promise<TierResult> {
  const { archive, taxonomy } = context.snapshot;
  const { knowsWord } = context;
  const words = context.words && withNames(context.words, archive);
  const readers = { taxonomy, vocabulary: archive.vocabulary, knowsWord, words };
  const isName = (text: string) =>
    archive
      .titled([{ key: nameKey(text), author: [] }], archive.filter({ sources: request.sources }))
      .some((document) => isSameName(archive.document(document).title, text));
  const read = readQuery(request.query, { ...readers, isName });
  const { authors, subject } = readAuthors(read.typed, archive);
  const about = subject === read.typed ? read : readQuery(subject, readers);
  const vector = await embed(context, about);
  const { required, excluded } = request.operators ?? read;
  const meaning = meaningOf(read.text, taxonomy) ?? "";
  const meant = meaning.split(/\s+/u).length >= leastTitleWords ? [nameKey(meaning)] : [];
  const names = new Set([read.nameKey, nameKey(read.typed), ...meant]);
  const titles = [...Array.from(names, (key) => ({ key, author: [] })), ...titleNames(read.typed)];
  const scope = { sources: request.sources, required, excluded, titles };
  const query = archive.analyze(withLightForms(about.own), about.extra);
  const result = (
    tier: SearchTier,
    { documents, named }: { documents: readonly RankedDocument[]; named: readonly number[] },
  ): TierResult => {
    const titleOf = (document: number) => session.document(document).title;
    const isTitle = (document: number) => nameKey(titleOf(document)) === read.nameKey;
    const isPart = (document: number) =>
      identifiedTitles(titleOf(document)).some((title) => nameKey(title) === read.nameKey);
    const titled = named.filter(isTitle);
    const pins = {
      named: new Set(named),
      titled: new Set(titled),
      fullyTitled: new Set(titled.filter((document) => fullNameKey(titleOf(document)) === read.fullNameKey)),
      identified: new Set(named.filter(isPart)),
    };
    return {
      tier,
      documents: pinned(documents, pins),
      terms: query.weights,
      ...pins,
      syntax: { text: read.typed, required, excluded },
      expanded: about === read ? read.expanded : expandedWithin(request.query, subject, about.expanded),
    };
  };
  if (vector) {
    const { minSimilarity } = request;
    const found = await rankByAll({ context, session }, query, { scope, vector, authors, minSimilarity });
    if (found.documents.length > 0) return result("vector", found);
  }
  const byChunk = await gatherCandidates({ archive, session }, query, { scope, vector: null, authors });
  const documents = rankByText(byChunk.candidates, refineByTexts(session, query));
  if (documents.length > 0) return result("chunk_text", { documents, named: byChunk.named });
  return result("doc_text", await rankWholes({ context, session }, query, scope));
}

/** A query with the expansion of its subject in place of it, or that alone where the subject is in its middle. */
function expandedWithin(query: string, subject: string, expanded: string): string {
  if (expanded === subject) return query;
  if (query.endsWith(subject)) return query.slice(0, -subject.length) + expanded;
  return query.startsWith(subject) ? expanded + query.slice(subject.length) : expanded;
}

/** The last tier: words alone rank it. */
async function rankWholes(
  { context, session }: Searched,
  query: ArchiveQuery,
  scope: SearchScope,
): Promise<{ documents: RankedDocument[]; named: readonly number[] }> {
  const { archive } = context.snapshot;
  const { named, ...wholes } = await session.searchWholes(query, { scope, k: textPool.documents });
  const best = wholes.scores[0] ?? 1;
  // A title of stop words only is in no index of words.
  const byTitle = named.filter((document) => !wholes.ids.includes(document));
  const ids = [...byTitle, ...wholes.ids];
  const scores = Float64Array.from([...byTitle.map(() => best), ...wholes.scores]);
  const explain = explainWords(scores);
  const documents = ids.map((document, i): RankedDocument => {
    const similarity = (scores[i]! / best) * bestTextSimilarity;
    return {
      document,
      score: scores[i]!,
      chunks: () => [{ chunk: archive.chunkRange(document).from, similarity, worth: similarity }],
      channels: () => explain(i),
    };
  });
  return { documents, named };
}

/** Null when the query cannot be embedded for any reason; the text tiers answer then. */
async function embed(
  context: ArchiveContext,
  { embedded, reworded }: ReadQuery,
): Promise<Float32Array | null> {
  try {
    const vector = await context.embedQuery(embedded);
    return vector ?? (reworded === embedded ? null : await context.embedQuery(reworded));
  } catch {
    return null;
  }
}

interface Searched {
  context: Pick<ArchiveContext, "snapshot">;
  session: ArchiveSession;
}

interface RankRequest {
  scope: SearchScope;
  vector: Float32Array;
  authors: readonly NamedAuthor[];
  minSimilarity: number;
}

/** All channels; the texts of the best documents are read last. */
async function rankByAll(
  searched: Searched,
  query: ArchiveQuery,
  request: RankRequest,
): Promise<{ documents: RankedDocument[]; named: readonly number[] }> {
  const { candidates, evidence, named } = await gatherEvidence(searched, query, request);
  const refine = refineByTexts(searched.session, query);
  const vectorOf = (chunk: number) => searched.session.vectorOf(chunk);
  const { archive, vectorsByModel: byModel = false } = searched.context.snapshot;
  const weights = weightsFor({ documents: archive.documents, byModel });
  return { documents: rankDocuments(candidates, evidence, { weights, vectorOf, refine }), named };
}

/** Candidates with the evidence of all channels. */
export async function gatherEvidence(
  { context, session }: Searched,
  query: ArchiveQuery,
  request: RankRequest,
): Promise<{ candidates: Candidates; evidence: ChunkEvidence; named: readonly number[] }> {
  const { archive } = context.snapshot;
  const vector = archive.prepare(request.vector);
  const { scope, authors } = request;
  const pools = { scope, vector, authors };
  const { candidates, named } = await gatherCandidates({ archive, session }, query, pools);
  const similarities = calibrate(context, candidates, request.minSimilarity);
  return { candidates, evidence: { similarities, closeness: candidates.cosines }, named };
}

/** Reads the texts of the best documents. */
function refineByTexts(session: ArchiveSession, query: ArchiveQuery): RankingOptions["refine"] {
  const terms = new Map(query.terms.map((term) => [term, query.weights.get(term) ?? 0]));
  return (scores, found) =>
    addTextFeatures(scores, terms, {
      weights: rankingWeights.archive,
      nameOf: (i) => session.document(found[i]!.document).title,
      textOf: (i) => (found[i]!.paired ? session.passage(found[i]!.document, found[i]!.chunk) : ""),
    });
}

/** Similarity shown per chunk; negative where it is below the requested minimum. */
function calibrate(context: Searched["context"], candidates: Candidates, least: number): Float64Array {
  const { cosines, complete } = candidates;
  const similarities = new Float64Array(cosines.length);
  for (let i = 0; i < cosines.length; i++) {
    const calibrated = context.snapshot.calibrated(cosines[i]!);
    const similarity = complete[i] === 1 ? Math.max(everyTermSimilarity, calibrated) : calibrated;
    similarities[i] = similarity >= least ? similarity : -1;
  }
  return similarities;
}

/** Similarity of chunks by BM25, relative to the best of the query. */
function rankByText(candidates: Candidates, refine: RankingOptions["refine"]): RankedDocument[] {
  const { scores, complete } = candidates;
  const share = bestTextSimilarity / greatest(scores);
  const similarityOf = (score: number, i: number) =>
    complete[i] === 1 ? Math.max(everyTermSimilarity, score * share) : score > 0 ? score * share : -1;
  // Without a word in any passage, the last tier answers.
  const similarities = scores.some((score) => score > 0) ? scores.map(similarityOf) : scores.map(() => -1);
  return rankDocuments(candidates, { similarities, closeness: null }, { refine });
}
