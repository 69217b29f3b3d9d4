import { useState } from "react";
import { useAnswer } from "../../api/use-operation.ts";
import { useQueryValue } from "../../router/use-query-value.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FeedbackCard } from "./feedback-card.tsx";

const limit = 25;

const states = [
  { value: "open", label: "Open" },
  { value: "resolved", label: "Resolved" },
  { value: "all", label: "All" },
] as const;

export function FeedbackPage() {
  const [chosen, setChosen] = useQueryValue("state");
  const state = states.find(({ value }) => value === chosen)?.value ?? "open";
  const [offset, setOffset] = useState(0);
  const answer = useAnswer("listFeedback", { state, offset, limit });
  const feedback = answer.data?.feedback ?? [];
  return (
    <Page
      title="Feedback"
      lead="What members say about the service. Severe ones are also sent to the webhook, if there is one."
    >
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
      {answer.data && feedback.length === 0 && (
        <EmptyState title={state === "open" ? "No open feedback" : "No feedback in this state"}>
          Members send feedback on the page Suggest, or with{" "}
          <span className="font-mono whitespace-nowrap">POST /feedback</span>.
        </EmptyState>
      )}
      {feedback.map((entry) => (
        <FeedbackCard key={entry.id} entry={entry} />
      ))}
      {answer.data && <Pager offset={offset} limit={limit} total={answer.data.total} onMove={setOffset} />}
    </Page>
  );
}
