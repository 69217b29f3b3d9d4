import type { UseQueryResult } from "@tanstack/react-query";
import type { SearchArchivesResponse, SearchTier } from "../../../../src/contract/api/archive.ts";
import { maxArchiveOffset } from "../../../../src/contract/values/bounds.ts";
import { type ArchiveSearch, archivePageSize, archiveRequestOf } from "../../explore/archive-search.ts";
import { DocumentList } from "../../explore/document-row.tsx";
import { DownloadList } from "../../explore/download-list.tsx";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { ResultsHeading, useFocusAfterMove } from "../../explore/results-heading.tsx";
import { SaveSearch } from "../../explore/save-search.tsx";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { pastLastPage } from "../../ui/past-last-page.ts";
import { Problem } from "../../ui/problem.tsx";
import { ResultPager } from "../../ui/result-pager.tsx";
import { downloadDocuments } from "./download.ts";

interface ArchiveResultsProps {
  search: ArchiveSearch;
  answer: UseQueryResult<SearchArchivesResponse>;
  /** Whether to list more than the usual number of documents of one source. */
  onShowAll(all: boolean): void;
  onMove(offset: number): void;
}

/** What the tier of an answer means. */
const tiers: Record<SearchTier, string> = {
  vector: "ranked by meaning and by words",
  chunk_text: "no passage is near in meaning; these hold the words",
  doc_text: "no passage holds the words together; these documents hold some of them",
};

/** Numbers of documents, as words. */
const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export function ArchiveResults({ search, answer, onShowAll, onMove }: ArchiveResultsProps) {
  const { query = "", offset = 0, maxDocsPerSource = "3" } = search;
  const { data, error, isPending, isPlaceholderData: isOld } = answer;
  const { heading, move } = useFocusAfterMove(offset, isOld);
  if (error) return <Problem error={error} retry={() => void answer.refetch()} />;
  if (isPending) return <ListSkeleton label="Searching the archive …" />;
  if (data === undefined) return null;
  const { results, searchTier, totalFound, totalMatched, hasMore, queryExpanded } = data;
  if (results.length === 0 && isOld) return <ListSkeleton label="Searching…" />;
  if (results.length === 0) {
    return (
      <EmptyState title={offset > 0 ? "No more documents" : "No document matches"}>
        {offset > 0
          ? pastLastPage({ offset, limit: archivePageSize, total: totalFound })
          : `Try fewer or other words${search.sources ? ", or all sources" : ""}.`}
      </EmptyState>
    );
  }
  const documents = groupByDocument(results);
  const isCapped = totalMatched > totalFound;
  return (
    <div className="space-y-3">
      <div className="flex items-center justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <ResultsHeading heading={heading} offset={offset} count={documents.length} isOld={isOld}>
            {isCapped
              ? `${totalFound.toLocaleString("en")} of ${countOf(totalMatched, "matching document")}: at most ${words[Number(maxDocsPerSource)]} of one source; `
              : `${countOf(totalFound, "document")}, `}
            {tiers[searchTier]}
            {queryExpanded !== undefined && queryExpanded !== query && (
              <>
                {"; searched for "}
                <q>{queryExpanded}</q>
              </>
            )}
          </ResultsHeading>
          {(isCapped || maxDocsPerSource === "0") && (
            <ShowAll isOn={maxDocsPerSource === "0"} onChange={onShowAll} />
          )}
        </div>
        <span className="flex shrink-0">
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
      <div aria-busy={isOld} className={isOld ? "opacity-60" : undefined}>
        <DocumentList documents={documents} label="Documents found" query={queryExpanded ?? query} />
      </div>
      <ResultPager
        offset={offset}
        count={documents.length}
        limit={archivePageSize}
        hasMore={hasMore && offset + archivePageSize <= maxArchiveOffset}
        total={totalFound}
        onMove={(next) => {
          move();
          onMove(next);
        }}
      />
      {hasMore && offset + archivePageSize > maxArchiveOffset && (
        <p className="text-sm text-muted">
          Further documents are not listed: narrow the search with more words or a source.
        </p>
      )}
    </div>
  );
}

/** The API's `maxDocsPerSource` of 0. */
function ShowAll({ isOn, onChange }: { isOn: boolean; onChange(on: boolean): void }) {
  return (
    <label className="inline-flex shrink-0 items-center gap-2 text-sm max-sm:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      Show all of each source
    </label>
  );
}
