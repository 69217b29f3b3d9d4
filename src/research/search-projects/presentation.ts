/** Ranked rows as search results, with the passages that show why each matched. */
import type { Explanation, ExplanationChannel } from "../../contract/api/explanation.ts";
import type { ProjectSearchResult } from "../../contract/api/project.ts";
import type { FieldIndex } from "../../corpus/projects/field-index.ts";
import type { ProjectCorpus } from "../../corpus/projects/project-corpus.ts";
import { projectCount } from "../../corpus/projects/project-facets.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { snippet } from "../../search/snippet.ts";
import { matchingTerms, passageIn } from "../explanation.ts";
import type { ReadQuery } from "../read-query.ts";
import type { PagedProject } from "./page.ts";
import type { StoredResults } from "./stored-results.ts";

export function presentResults(
  { projects, corpusRevision, freshness }: ProjectCorpus,
  page: readonly PagedProject[],
  { query, stored, channels }: Shown,
): ProjectSearchResult[] {
  const live = projects.liveRows();
  const weights = weightsOf(projects.words, query);
  const passagesOf = passageFinder(weights, query !== null);
  return page.map(({ row, similarity }) => {
    const { record, text } = stored(row);
    const { oneLiner, cluster } = record;
    return {
      ...record,
      similarity: Math.round(similarity * 10_000) / 10_000,
      evidence: passagesOf({ oneLiner, text }),
      crowdedness: cluster && projectCount(projects, live, { column: "clusters", key: cluster.key }),
      corpusRevision,
      freshness,
      ...(channels && { explanation: explain(projects, row, { channels: channels(row), weights, stored }) }),
    };
  });
}

export interface Shown {
  /** Null: only one-liners are quoted. */
  query: ReadQuery | null;
  stored: StoredResults;
  /** Explains results; without it, they carry no explanation. */
  channels?: ((row: number) => ExplanationChannel[]) | undefined;
}

/** Code points. */
const maxPassage = 240;

function explain(
  projects: ProjectIndex,
  row: number,
  by: { channels: ExplanationChannel[]; weights: ReadonlyMap<string, number>; stored: StoredResults },
): Explanation {
  const { channels, weights, stored } = by;
  const { record, text } = stored(row);
  const tags = Object.values(record.tags ?? {}).flat();
  // The description, if any, is the beginning of the text.
  const length = projects.details(row).description?.length ?? 0;
  return {
    channels,
    terms: matchingTerms([record.name, record.oneLiner ?? "", text, ...tags], weights),
    passage: weights.size === 0 ? null : passageIn(text, { weights, maxChars: maxPassage }, { length }),
  };
}

function weightsOf(words: FieldIndex, query: ReadQuery | null): ReadonlyMap<string, number> {
  return query ? words.weigh(new Map([...query.extra, ...query.own])) : new Map();
}

/** Quotable texts of one project. */
interface QuotableTexts {
  oneLiner: string | null;
  /** Description and summaries; empty when there are none. */
  text: string;
}

/** Returns a function that quotes at most two passages for the query; only the one-liner without a query. */
function passageFinder(weights: ReadonlyMap<string, number>, queried: boolean) {
  const cut = (text: string) => snippet(text, { weights, maxChars: maxPassage });
  return ({ oneLiner, text }: QuotableTexts): string[] => {
    const passages = [...(queried ? [cut(text)] : []), cut(oneLiner ?? "")];
    return [...new Set(passages.filter((passage) => passage !== ""))];
  };
}
