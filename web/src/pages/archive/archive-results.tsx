import type { UseQueryResult } from "@tanstack/react-query";
import type { SearchArchivesResponse, SearchTier } from "../../../../src/contract/api/archive.ts";
import {
  type ArchiveSearch,
  archivePageSize,
  archiveRequestOf,
  maxOffset,
} from "../../explore/archive-search.ts";
import { DocumentList } from "../../explore/document-row.tsx";
import { DownloadList } from "../../explore/download-list.tsx";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { SaveSearch } from "../../explore/save-search.tsx";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ResultPager } from "../../ui/result-pager.tsx";
import { downloadDocuments } from "./download.ts";

interface ArchiveResultsProps {
  search: ArchiveSearch;
  answer: UseQueryResult<SearchArchivesResponse>;
  onMove(offset: number): void;
}

/** What the tier of an answer means. */
const tiers: Record<SearchTier, string> = {
  vector: "ranked by meaning and by words",
  chunk_text: "no passage is near in meaning; these hold the words",
  doc_text: "no passage holds the words together; these documents hold some of them",
};

export function ArchiveResults({ search, answer, onMove }: ArchiveResultsProps) {
  const { query = "", offset = 0 } = search;
  const { data, error, isPending, isPlaceholderData } = answer;
  if (error) return <Problem error={error} retry={() => void answer.refetch()} />;
  if (isPending) return <ListSkeleton label="Searching the archive …" />;
  if (data === undefined) return null;
  const { results, searchTier, totalFound, hasMore, queryExpanded } = data;
  if (results.length === 0) {
    return (
      <EmptyState title={offset > 0 ? "No more documents" : "No document matches"}>
        {offset > 0
          ? "This page is behind the last one."
          : `Try fewer or other words${search.sources ? ", or all sources" : ""}.`}
      </EmptyState>
    );
  }
  const documents = groupByDocument(results);
  return (
    <div className={isPlaceholderData ? "space-y-3 opacity-60" : "space-y-3"} aria-busy={isPlaceholderData}>
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted">
          {countOf(totalFound, "document")}, {tiers[searchTier]}
          {queryExpanded !== undefined && queryExpanded !== query && (
            <>
              {"; searched for "}
              <q>{queryExpanded}</q>
            </>
          )}
        </p>
        <span className="flex">
          <SaveSearch
            page="archive"
            search={{ ...search }}
            request={{ ...archiveRequestOf({ ...search, offset: undefined }) }}
            name={query}
          />
          <DownloadList
            label="Download these documents"
            save={(format) => downloadDocuments(search, format)}
          />
        </span>
      </div>
      <DocumentList documents={documents} label="Documents found" query={queryExpanded ?? query} />
      <ResultPager
        offset={offset}
        count={documents.length}
        limit={archivePageSize}
        hasMore={hasMore && offset + archivePageSize <= maxOffset}
        total={totalFound}
        onMove={onMove}
      />
      {hasMore && offset + archivePageSize > maxOffset && (
        <p className="text-sm text-muted">
          Further documents are not listed: narrow the search with more words or a source.
        </p>
      )}
    </div>
  );
}
