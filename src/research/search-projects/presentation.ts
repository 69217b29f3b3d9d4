/** Ranked rows as search results, with the passages that show why each matched. */
import type { ProjectSearchResult } from "../../contract/api/project.ts";
import type { FieldIndex } from "../../corpus/projects/field-index.ts";
import type { ProjectCorpus } from "../../corpus/projects/project-corpus.ts";
import { projectCount } from "../../corpus/projects/project-facets.ts";
import { snippet } from "../../search/snippet.ts";
import type { ReadQuery } from "../read-query.ts";
import type { PagedProject } from "./page.ts";
import type { StoredResults } from "./stored-results.ts";

export function presentResults(
  { projects, corpusRevision, freshness }: ProjectCorpus,
  page: readonly PagedProject[],
  { query, stored }: { query: ReadQuery | null; stored: StoredResults },
): ProjectSearchResult[] {
  const live = projects.liveRows();
  const passagesOf = passageFinder(projects.words, query);
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
    };
  });
}

/** Code points. */
const maxPassage = 240;

/** Quotable texts of one project. */
interface QuotableTexts {
  oneLiner: string | null;
  /** Description and summaries; empty when there are none. */
  text: string;
}

/** Returns a function that quotes at most two passages for the query; only the one-liner without a query. */
function passageFinder(words: FieldIndex, query: ReadQuery | null) {
  const weights = query ? words.weigh(new Map([...query.extra, ...query.own])) : new Map<string, number>();
  const cut = (text: string) => snippet(text, { weights, maxChars: maxPassage });
  return ({ oneLiner, text }: QuotableTexts): string[] => {
    const passages = [...(query ? [cut(text)] : []), cut(oneLiner ?? "")];
    return [...new Set(passages.filter((passage) => passage !== ""))];
  };
}
