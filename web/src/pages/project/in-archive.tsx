import { Link } from "@tanstack/react-router";
import type { ProjectDetails } from "../../../../src/contract/api/project.ts";
import { useResearch } from "../../api/use-research.ts";
import { DocumentList } from "../../explore/document-row.tsx";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { Problem } from "../../ui/problem.tsx";
import { subjectQuery } from "./subject-query.ts";

/** Texts below it have little to do with the project: of 80 projects tried, about half were unrelated between .4 and .5. */
const minSimilarity = 0.5;

/** Documents of the archive about the subject of a project. Nothing is shown where none is near it. */
export function InArchive({ project }: { project: ProjectDetails }) {
  const query = subjectQuery(project);
  const answer = useResearch(
    "searchArchives",
    { query, limit: 4, maxChunksPerDoc: 1, minSimilarity },
    { enabled: query !== "", keepsPrevious: false },
  );
  // Other tiers hold words of the query, but are not near in meaning.
  const found = answer.data?.searchTier === "vector" ? answer.data.results : [];
  const near = found.filter(({ similarity }) => similarity >= minSimilarity);
  if (near.length === 0 && !answer.error) return null;
  return (
    <section aria-labelledby="in-archive" className="space-y-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="in-archive" className="text-lg font-semibold">
          Related in the archive
        </h2>
        <Link
          to="/archive"
          search={{ query }}
          className="text-sm text-accent-text underline-offset-2 hover:underline"
        >
          More in the archive
        </Link>
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {near.length > 0 && <DocumentList documents={groupByDocument(near)} level={3} />}
    </section>
  );
}
