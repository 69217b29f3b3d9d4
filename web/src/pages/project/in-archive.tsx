import { Link } from "@tanstack/react-router";
import type { ProjectDetails } from "../../../../src/contract/api/project.ts";
import { useResearch } from "../../api/use-research.ts";
import { cutQuery } from "../../explore/cut-query.ts";
import { DocumentList } from "../../explore/document-row.tsx";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Problem } from "../../ui/problem.tsx";

/** Documents of the archive about the subject of a project. */
export function InArchive({ project: { name, oneLiner, description } }: { project: ProjectDetails }) {
  const query = cutQuery(oneLiner ?? description ?? name) || name;
  const answer = useResearch(
    "searchArchives",
    { query, limit: 4, maxChunksPerDoc: 1 },
    { keepsPrevious: false },
  );
  return (
    <section aria-labelledby="in-archive" className="space-y-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="in-archive" className="text-lg font-semibold">
          What the archive says about it
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
      {answer.isPending && <ListSkeleton label="Searching the archive …" rows={3} />}
      {answer.data?.results.length === 0 && <p className="text-muted">No document is near its subject.</p>}
      {answer.data && answer.data.results.length > 0 && (
        <DocumentList documents={groupByDocument(answer.data.results)} level={3} />
      )}
    </section>
  );
}
