/** Reads stored records, each once per request: the ranking reads most of those that a page shows. */
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";

export type StoredResults = ProjectIndex["result"];

export function storedResults(projects: ProjectIndex): StoredResults {
  const read = new Map<number, ReturnType<StoredResults>>();
  return (row) => {
    const known = read.get(row) ?? projects.result(row);
    read.set(row, known);
    return known;
  };
}
