import { useState } from "react";
import { useResearch } from "../../api/use-research.ts";
import { TableDownloads } from "../../charts/table-downloads.tsx";
import { DocumentList } from "../../explore/document-row.tsx";
import { foundPassages } from "../../explore/found-tables.ts";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { Button } from "../../ui/button.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Problem } from "../../ui/problem.tsx";

const shownAtFirst = 5;
/** As many as the service lists. */
const most = 25;

export function SimilarDocuments({ documentId, title }: { documentId: string; title: string }) {
  const [all, setAll] = useState(false);
  const answer = useResearch("similarDocuments", { documentId, limit: most }, { keepsPrevious: false });
  const results = answer.data?.results ?? [];
  const documents = groupByDocument(results);
  const shown = all ? documents : documents.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="similar" className="space-y-3 border-t border-line pt-6">
      <div className="flex items-center justify-between gap-3">
        <h2 id="similar" className="text-lg font-semibold">
          Similar documents
        </h2>
        {results.length > 0 && (
          <TableDownloads
            label="the similar documents"
            file={`similar to ${title}`}
            table={() => foundPassages(results)}
          />
        )}
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading similar documents …" rows={3} />}
      {answer.data?.results.length === 0 && <p className="text-muted">None is near in meaning.</p>}
      {shown.length > 0 && <DocumentList documents={shown} level={3} />}
      {documents.length > shown.length && (
        <Button onClick={() => setAll(true)}>Show {documents.length - shown.length} more</Button>
      )}
    </section>
  );
}
