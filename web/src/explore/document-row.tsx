import { Link } from "@tanstack/react-router";
import type { ArchiveSearchResult } from "../../../src/contract/api/archive.ts";
import { summaryLabel } from "../../../src/idea-check/summary-label.ts";
import { useFilters } from "../api/use-research.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDay } from "../ui/days.ts";
import type { FoundDocument } from "./group-by-document.ts";
import { Marked } from "./marked.tsx";
import { wordsToMark } from "./marked-text.ts";
import { plainText } from "./plain-text.ts";
import { recall } from "./recent.ts";
import { Similarity } from "./similarity.tsx";

interface DocumentRowProps {
  document: FoundDocument;
  /** Its words are marked, where the service does not say which ones matched. */
  query?: string;
  /** Of the headings: 3 in a part of a page that has a heading of its own. */
  level?: 2 | 3;
}

/** The label of a source; its key while labels are unknown. */
export function useSourceLabel(): (key: string) => string {
  const sources = useFilters().data?.archiveSources;
  return (key) => sources?.find((source) => source.key === key)?.label ?? key;
}

/** One document of a list, with the passages that matched; each opens the reader there. */
export function DocumentRow({ document, query = "", level = 2 }: DocumentRowProps) {
  const { documentId, title, author, source, publishedAt, similarity, passages } = document;
  const { alsoIn, sameThread, machineSummary } = document;
  const Heading = `h${level}` as const;
  const labelOf = useSourceLabel();
  const terms = passages.flatMap(({ explanation }) => explanation?.terms ?? []);
  const words = wordsToMark(query, terms);
  const open = () => recall({ kind: "document", id: documentId, name: title });
  return (
    <article className="border-line px-5 py-4 not-last:border-b max-sm:px-4">
      <div className="flex items-start gap-4">
        <Heading className="min-w-0 flex-1 font-semibold">
          <Link
            to="/archive/$id"
            params={{ id: documentId }}
            onClick={open}
            className="hover:text-accent-text hover:underline"
          >
            <Marked text={title} words={words} />
          </Link>
        </Heading>
        <span className="shrink-0">
          <Similarity value={similarity} />
        </span>
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-muted">
        <span>{labelOf(source)}</span>
        {machineSummary && <Badge tone="warning">{summaryLabel(machineSummary)}</Badge>}
        {author && <span className="max-w-full truncate">{author}</span>}
        {publishedAt && <span>{formatDay(publishedAt)}</span>}
        {alsoIn?.map((copy) => (
          <Link
            key={copy.documentId}
            to="/archive/$id"
            params={{ id: copy.documentId }}
            title={copy.title}
            className="underline hover:text-accent-text"
          >
            also in {labelOf(copy.source)}
          </Link>
        ))}
        {sameThread?.map((post, at) => (
          <Link
            key={post.documentId}
            to="/archive/$id"
            params={{ id: post.documentId }}
            title={post.title}
            className="underline hover:text-accent-text"
          >
            {at === 0 ? "also in this thread: post 1" : `post ${at + 1}`}
          </Link>
        ))}
      </p>
      <ul className="mt-2 space-y-1.5">
        {passages.map((passage) => (
          <li key={passage.chunkIndex}>
            <Link
              to="/archive/$id"
              params={{ id: documentId }}
              search={placeOf(passage)}
              // The reader scrolls to the passage.
              resetScroll={placeOf(passage).end === undefined}
              onClick={open}
              className="block border-l-2 border-line pl-3 text-sm text-pretty text-muted hover:border-accent hover:text-text"
            >
              <Marked text={plainText(passage.snippet)} words={words} />
            </Link>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** Where the reader opens. */
function placeOf(passage: ArchiveSearchResult): { at?: number; end?: number } {
  const place = passage.explanation?.passage;
  return place ? { at: place.start, end: place.end } : {};
}

interface DocumentListProps extends Omit<DocumentRowProps, "document"> {
  documents: readonly FoundDocument[];
  /** Where no heading names the list. */
  label?: string;
}

export function DocumentList({ documents, label, ...row }: DocumentListProps) {
  const rows = documents.map((document) => (
    <DocumentRow key={document.documentId} document={document} {...row} />
  ));
  const look = "overflow-hidden rounded-xl border border-line bg-surface";
  if (label === undefined) return <div className={look}>{rows}</div>;
  return (
    <section aria-label={label} className={look}>
      {rows}
    </section>
  );
}
