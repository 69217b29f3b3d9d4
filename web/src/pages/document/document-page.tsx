import { isPriorArtError } from "@prior-art/client";
import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ArchiveDocumentPage } from "../../../../src/contract/api/archive.ts";
import { AddToShortlist } from "../../explore/add-to-shortlist.tsx";
import { useSourceLabel } from "../../explore/document-row.tsx";
import { recall } from "../../explore/recent.ts";
import { ToArchive } from "../../explore/to-list.tsx";
import type { RawSearch } from "../../router/search-params.ts";
import { Banner } from "../../ui/banner.tsx";
import { formatDay } from "../../ui/days.ts";
import { languageName } from "../../ui/language-name.ts";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Reader } from "./reader.tsx";
import { SimilarDocuments } from "./similar-documents.tsx";
import { readDocumentSearch } from "./state.ts";
import { UnknownDocument } from "./unknown-document.tsx";
import { useDocument } from "./use-document.ts";

/** Reads one document of the archive; the address can mark a passage. */
export function DocumentPage() {
  const { id } = useParams({ from: "/archive/$id" });
  // The router keeps values that the route does not understand.
  const { at = 0, end } = readDocumentSearch(useSearch({ from: "/archive/$id" }) as RawSearch);
  const text = useDocument(id, at);
  const pages = text.data?.pages;
  if (pages === undefined) {
    // A malformed id is refused like an unknown one is not found.
    const code = isPriorArtError(text.error) ? text.error.code : null;
    if (code === "NOT_FOUND" || code === "INVALID_QUERY") return <UnknownDocument />;
    return (
      <Page
        title={text.isPending ? "Document" : "This document could not be read"}
        above={<ToArchive />}
        wide
      >
        {text.isPending ? (
          <Skeleton lines={14} />
        ) : (
          <Problem error={text.error} retry={() => void text.refetch()} />
        )}
      </Page>
    );
  }
  const document = pages[0]!;
  // The text has become shorter than the address assumes.
  if (at > 0 && at >= document.totalChars) return <Navigate to="/archive/$id" params={{ id }} replace />;
  return (
    <Page
      key={id}
      title={document.title}
      tabTitle={document.title}
      above={<ToArchive />}
      lead={<Origin document={document} />}
      action={<AddToShortlist item={{ kind: "document", key: id.toLowerCase() }} />}
      wide
    >
      <Remembered id={id} name={document.title} />
      {document.machineSummary && (
        <Banner
          tone="warning"
          title="A machine wrote this summary"
          action={document.url && <OutsideLink url={document.url}>Read the original</OutsideLink>}
        >
          {document.machineSummary.of === null
            ? "These are not the words of an author; they may be wrong."
            : `These are not the words of ${document.machineSummary.of}, whose text it summarizes; they may be wrong.`}
        </Banner>
      )}
      {document.isExcerpt && (
        <Banner
          tone="warning"
          title="Only an excerpt can be read here"
          action={document.url && <OutsideLink url={document.url}>Read the original</OutsideLink>}
        >
          {document.excerptNote ?? "The source allows no more."}
        </Banner>
      )}
      <Reader pages={pages} passage={end === undefined ? null : { start: at, end }} text={text} />
      <SimilarDocuments documentId={id} title={document.title} />
    </Page>
  );
}

function Origin({ document }: { document: ArchiveDocumentPage }) {
  const { source, author, publishedAt, url, totalChars, language } = document;
  const labelOf = useSourceLabel();
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      <span>{labelOf(source)}</span>
      {author && <span className="max-w-full truncate">{author}</span>}
      {publishedAt && <span>{formatDay(publishedAt)}</span>}
      {language !== undefined && !/^en\b/.test(language) && <span>{languageName(language)}</span>}
      <span>{readingTime(totalChars)}</span>
      {url && <OutsideLink url={url}>Original</OutsideLink>}
    </span>
  );
}

/** At about 200 words a minute. */
const readingTime = (characters: number): string =>
  `${Math.max(1, Math.round(characters / 1200)).toLocaleString("en")} min to read`;

function Remembered({ id, name }: { id: string; name: string }) {
  useEffect(() => recall({ kind: "document", id, name }), [id, name]);
  return null;
}
