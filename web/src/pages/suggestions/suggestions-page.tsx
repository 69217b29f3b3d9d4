import { useState } from "react";
import { useAnswer } from "../../api/use-operation.ts";
import { useQueryValue } from "../../router/use-query-value.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ApproveDialog } from "./approve-dialog.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";
import { SuggestionCard } from "./suggestion-card.tsx";

const limit = 25;

const states = [
  { value: "open", label: "Open" },
  { value: "approved", label: "Approved" },
  { value: "declined", label: "Declined" },
  { value: "all", label: "All" },
] as const;

export function SuggestionsPage() {
  const [chosen, setChosen] = useQueryValue("state");
  const state = states.find(({ value }) => value === chosen)?.value ?? "open";
  const [offset, setOffset] = useState(0);
  const [review, setReview] = useState<{ id: string; verdict: "approve" | "decline" } | null>(null);
  const answer = useAnswer("listSuggestions", { state, offset, limit });
  const suggestions = answer.data?.suggestions ?? [];
  const reviewed = suggestions.find(({ id }) => id === review?.id);
  const close = () => setReview(null);
  return (
    <Page title="Suggestions" lead="Sources that members suggest for the archive.">
      <Segments
        label="State"
        choices={states}
        value={state}
        onChange={(value) => {
          setOffset(0);
          setChosen(value);
        }}
      />
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={6} />}
      {answer.data && suggestions.length === 0 && (
        <EmptyState title={state === "open" ? "No suggestions to review" : "No suggestions in this state"}>
          Members suggest sources on the page Suggest, or with{" "}
          <span className="font-mono whitespace-nowrap">POST /source-suggestions</span>.
        </EmptyState>
      )}
      {suggestions.map((suggestion) => (
        <SuggestionCard
          key={suggestion.id}
          suggestion={suggestion}
          onReview={(verdict) => setReview({ id: suggestion.id, verdict })}
        />
      ))}
      {answer.data && <Pager offset={offset} limit={limit} total={answer.data.total} onMove={setOffset} />}
      {reviewed && review?.verdict === "approve" && <ApproveDialog suggestion={reviewed} onClose={close} />}
      {reviewed && review?.verdict === "decline" && <DeclineDialog suggestion={reviewed} onClose={close} />}
    </Page>
  );
}
