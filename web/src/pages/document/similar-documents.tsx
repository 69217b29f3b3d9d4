import { useResearch } from "../../api/use-research.ts";
import { DocumentList } from "../../explore/document-row.tsx";
import { foundPassages } from "../../explore/found-tables.ts";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { maxSimilar, SimilarSection } from "../../explore/similar-section.tsx";

export function SimilarDocuments({ documentId, title }: { documentId: string; title: string }) {
  const input = { documentId, limit: maxSimilar };
  const answer = useResearch("similarDocuments", input, { keepsPrevious: false });
  const results = answer.data?.results ?? [];
  return (
    <SimilarSection
      name="documents"
      answer={answer}
      items={groupByDocument(results)}
      shownAtFirst={5}
      nothing="None is near in meaning."
      download={{ file: `similar to ${title}`, table: () => foundPassages(results) }}
      className="border-t border-line pt-6"
      list={(documents) => <DocumentList documents={documents} level={3} />}
    />
  );
}
