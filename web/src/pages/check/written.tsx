import type { SearchArchivesResponse } from "../../../../src/contract/api/archive.ts";
import { documentHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Similarity } from "../../explore/similarity.tsx";
import { formatDay } from "../../ui/days.ts";

/** Documents of the archive with the passage that matches; one row per document. */
export function Written({ found }: { found: SearchArchivesResponse }) {
  const documents = firstOfEach(found.results);
  if (documents.length === 0)
    return <p className="text-muted">The archive holds nothing close to this idea.</p>;
  return (
    <ol className="grid gap-x-8 lg:grid-cols-2">
      {documents.map(({ documentId, title, author, source, publishedAt, snippet, similarity }) => (
        <li key={documentId} className="border-b border-line py-3">
          <div className="flex items-baseline justify-between gap-3">
            <OwnLink
              href={documentHref(documentId)}
              className="min-w-0 font-medium hover:text-accent-text hover:underline"
            >
              {title}
            </OwnLink>
            <Similarity value={similarity} />
          </div>
          <p className="mt-0.5 line-clamp-2 text-sm text-pretty">{snippet}</p>
          <p className="mt-0.5 text-sm text-muted">
            {[author, source, publishedAt && formatDay(publishedAt)].filter(Boolean).join(" · ")}
          </p>
        </li>
      ))}
    </ol>
  );
}

export function firstOfEach<Row extends { documentId: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.toReversed().map((row) => [row.documentId, row])).values()].toReversed();
}
