/** The model's features of each candidate, computed by the code that serves searches. */
import { localSession } from "../../src/archive-search/local-session.ts";
import { selectProjects } from "../../src/corpus/projects/project-filter.ts";
import {
  type Evidence,
  type RankingWeights,
  rankingWeights,
  scoreEvidence,
} from "../../src/research/ranking/linear-model.ts";
import { coverageOf, proximityTo } from "../../src/research/ranking/text-features.ts";
import { readQuery } from "../../src/research/read-query.ts";
import { evidenceOf as documentEvidence } from "../../src/research/search-archives/ranking.ts";
import { gatherEvidence } from "../../src/research/search-archives/tiers.ts";
import { findCandidates } from "../../src/research/search-projects/candidates.ts";
import { evidenceOf as projectEvidence } from "../../src/research/search-projects/ranking.ts";
import { analyze } from "../../src/search/analysis/analyzer.ts";
import type { SnapshotContext } from "../../src/serving/answer.ts";
import { type Collection, openCollection, readQueries } from "./collection.ts";

const chosenByHand = ["neighbors", "author", "unexplained"] as const;

type FeatureName = Exclude<keyof RankingWeights, (typeof chosenByHand)[number]>;

export const featureNames = Object.keys(rankingWeights.archive).filter(
  (name): name is FeatureName => !chosenByHand.some((other) => other === name),
);

export interface Example {
  /** Feature → value per candidate. */
  columns: ArrayLike<number>[];
  /** Grade per candidate. */
  grades: Float64Array;
  /** All grades of the query, found or not. */
  judged: number[];
}

const none = Object.fromEntries(
  Object.keys(rankingWeights.archive).map((name) => [name, 0]),
) as RankingWeights;
/** The same for archives and projects. */
const { unexplained } = rankingWeights.archive;

export async function examplesOf(collection: Collection): Promise<Example[]> {
  const gather = collection.kind === "archive" ? documentsFor : projectsFor;
  return openCollection(collection, async (context) => {
    const examples: Example[] = [];
    for (const { query, judgements } of readQueries(collection)) {
      const found = await gather(context, query);
      if (!found) continue;
      const { ids, evidence, terms, texts } = found;
      examples.push({
        columns: featureNames.map((name) => columnOf(name, { evidence, terms, texts })),
        grades: Float64Array.from(ids, (id) => judgements[id] ?? 0),
        judged: Object.values(judgements),
      });
    }
    return examples;
  });
}

interface Found {
  ids: string[];
  evidence: Evidence;
  /** The query's own terms with their rarity. */
  terms: ReadonlyMap<string, number>;
  texts: { name: string; text: string }[];
}

function columnOf(name: FeatureName, { evidence, terms, texts }: Omit<Found, "ids">): ArrayLike<number> {
  if (name === "proximity") {
    const nearness = proximityTo(terms);
    return texts.map(({ text }) => nearness(text));
  }
  if (name === "name") return texts.map((text) => coverageOf(terms, new Set(analyze(text.name))));
  return scoreEvidence(evidence, { ...none, unexplained, [name]: 1 });
}

async function documentsFor(
  { snapshot, embedQuery, knowsWord }: SnapshotContext,
  query: string,
): Promise<Found | null> {
  const { archive, taxonomy } = snapshot;
  const read = readQuery(query, { taxonomy, vocabulary: archive.vocabulary, knowsWord });
  const vector = await embedQuery(read.embedded);
  if (!vector) return null;
  const analyzed = archive.analyze(read.own, read.extra);
  const scope = { required: [], excluded: [], titles: [{ key: read.nameKey, author: [] }] };
  const searched = { context: { snapshot }, session: localSession(archive) };
  const request = { scope, vector, authors: [], minSimilarity: 0 };
  const { candidates, evidence } = await gatherEvidence(searched, analyzed, request);
  const { shown, chunks, nearest: _, ...rest } = documentEvidence(candidates, evidence);
  const documents = shown.map((place) => archive.document(candidates.documents[place]!));
  return {
    ids: documents.map(({ documentId }) => documentId),
    evidence: rest,
    terms: new Map(analyzed.terms.map((term) => [term, analyzed.weights.get(term) ?? 0])),
    texts: documents.map(({ title }, i) => ({
      name: title,
      text: archive.passage(candidates.documents[shown[i]!]!, candidates.chunks[chunks[i]!]!),
    })),
  };
}

async function projectsFor(
  { snapshot, embedQuery, knowsWord }: SnapshotContext,
  query: string,
): Promise<Found | null> {
  const { projects, taxonomy } = snapshot;
  const read = readQuery(query, { taxonomy, vocabulary: projects.words.vocabulary, knowsWord });
  const vector = await embedQuery(read.embedded);
  selectProjects(projects, {}, projects.selection);
  const candidates = findCandidates(projects, read, vector);
  const rows = [...candidates.rows];
  return {
    ids: rows.map((row) => projects.slug(row)),
    evidence: projectEvidence(candidates),
    terms: projects.words.weigh(read.own),
    texts: rows.map((row) => {
      const { record, text } = projects.result(row);
      return { name: record.name, text: `${record.oneLiner ?? ""}\n${text}` };
    }),
  };
}
