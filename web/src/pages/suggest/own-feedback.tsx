import { useState } from "react";
import { useAnswer } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import { formatDay } from "../../ui/days.ts";
import { Lines } from "../../ui/lines.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";
import { categoryChoices } from "./feedback-choices.ts";

const limit = 20;

const categoryName = (category: string): string =>
  categoryChoices.find(({ value }) => value === category)?.label ?? category;

/** What the member reported, and whether it is resolved. */
export function OwnFeedback() {
  const [offset, setOffset] = useState(0);
  const answer = useAnswer("listOwnFeedback", { offset, limit });
  const feedback = answer.data?.feedback ?? [];
  return (
    <section aria-labelledby="own-feedback" className="space-y-3">
      <h2 id="own-feedback" className="text-lg font-semibold">
        Your feedback
      </h2>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading your feedback …" rows={2} />}
      {answer.data && feedback.length === 0 && <p className="text-muted">None yet.</p>}
      {feedback.length > 0 && (
        <ul className="overflow-hidden rounded-xl border border-line bg-surface">
          {feedback.map(({ id, category, message, createdAt, state, resolvedAt }) => (
            <li key={id} className="space-y-1 border-line px-5 py-3.5 not-last:border-b max-sm:px-4">
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="font-medium">{categoryName(category)}</span>
                <Badge tone={state === "resolved" ? "success" : "neutral"}>
                  {state === "resolved" ? "Resolved" : "Open"}
                </Badge>
              </p>
              <div className="line-clamp-4 text-sm">
                <Lines text={message} />
              </div>
              <p className="text-sm text-muted">
                {formatDay(createdAt)}
                {resolvedAt && `; resolved ${formatDay(resolvedAt)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {answer.data && <Pager offset={offset} limit={limit} total={answer.data.total} onMove={setOffset} />}
    </section>
  );
}
