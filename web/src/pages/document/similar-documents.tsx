import { useResearch } from "../../api/use-research.ts";
import { DocumentList } from "../../explore/document-row.tsx";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Problem } from "../../ui/problem.tsx";

export function SimilarDocuments({ documentId }: { documentId: string }) {
  const answer = useResearch("similarDocuments", { documentId, limit: 5 }, { keepsPrevious: false });
  return (
    <section aria-labelledby="similar" className="space-y-3 border-t border-line pt-6">
      <h2 id="similar" className="text-lg font-semibold">
        Similar documents
      </h2>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading similar documents …" rows={3} />}
      {answer.data?.results.length === 0 && <p className="text-muted">None is near in meaning.</p>}
      {answer.data && answer.data.results.length > 0 && (
        <DocumentList documents={groupByDocument(answer.data.results)} level={3} />
      )}
    </section>
  );
}
