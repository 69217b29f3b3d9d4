/** Ranked rows as the caller sees them. */
import type { ProjectSearchResult } from "../../contract/api/project.ts";
import type { ProjectCorpus } from "../../corpus/projects/project-corpus.ts";
import { projectCount } from "../../corpus/projects/project-facets.ts";
import { passageFinder } from "../../corpus/projects/project-passages.ts";
import type { ProjectQuery } from "../../corpus/projects/project-query.ts";
import type { PagedProject } from "./page.ts";

export function presentResults(
  { projects, corpusRevision, freshness }: ProjectCorpus,
  page: readonly PagedProject[],
  query: ProjectQuery | null,
): ProjectSearchResult[] {
  const live = projects.liveRows();
  const passagesOf = passageFinder(projects.words, query);
  return page.map(({ row, similarity }) => {
    const { record, text } = projects.result(row);
    const { oneLiner, cluster } = record;
    return {
      ...record,
      similarity,
      evidence: passagesOf({ oneLiner, text }),
      crowdedness: cluster && projectCount(projects, live, { column: "clusters", key: cluster.key }),
      corpusRevision,
      freshness,
    };
  });
}
