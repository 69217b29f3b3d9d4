import { useAnswer } from "../../api/use-operation.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SavedSearchRow } from "./saved-search-row.tsx";

/** Searches that the member saved, and what is new in them. */
export function SavedPage() {
  const answer = useAnswer("listSavedSearches", {});
  const searches = answer.data?.searches ?? [];
  return (
    <Page
      title="Saved searches"
      lead="What is new since you last looked. A search is stored only when you save it; only you see it."
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading your searches …" rows={3} />}
      {answer.data && searches.length === 0 && (
        <EmptyState title="No saved searches yet">
          Search projects or the archive, and press <strong>Save</strong> above the results.
        </EmptyState>
      )}
      {searches.length > 0 && (
        <ul aria-label="Your searches" className="overflow-hidden rounded-xl border border-line bg-surface">
          {searches.map((search) => (
            <li key={search.id} className="border-line not-last:border-b">
              <SavedSearchRow search={search} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
