import { useState } from "react";
import { useAnswer } from "../../api/use-operation.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { countOf, formatDay } from "../../ui/days.ts";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";

const limit = 20;

const states = {
  open: { tone: "neutral", label: "Under review" },
  approved: { tone: "success", label: "Approved" },
  declined: { tone: "warning", label: "Declined" },
} as const satisfies Record<string, { tone: Tone; label: string }>;

/** What the member suggested, and what was decided. */
export function OwnSuggestions() {
  const [offset, setOffset] = useState(0);
  const answer = useAnswer("listOwnSuggestions", { offset, limit });
  const suggestions = answer.data?.suggestions ?? [];
  return (
    <section aria-labelledby="own-suggestions" className="space-y-3">
      <h2 id="own-suggestions" className="text-lg font-semibold">
        Your suggestions
      </h2>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading your suggestions …" rows={2} />}
      {answer.data && suggestions.length === 0 && <p className="text-muted">None yet.</p>}
      {suggestions.length > 0 && (
        <ul className="overflow-hidden rounded-xl border border-line bg-surface">
          {suggestions.map(
            ({ id, url, name, createdAt, state, decidedAt, sourceKey, documents, declineReason }) => (
              <li key={id} className="space-y-1 border-line px-5 py-3.5 not-last:border-b max-sm:px-4">
                <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span className="min-w-0 font-medium">
                    <OutsideLink url={url}>{name ?? url}</OutsideLink>
                  </span>
                  <Badge tone={states[state].tone}>{states[state].label}</Badge>
                </p>
                <p className="text-sm text-muted">
                  {formatDay(createdAt)}
                  {decidedAt && `; decided ${formatDay(decidedAt)}`}
                  {sourceKey && (
                    <>
                      {", as "}
                      <span className="font-mono">{sourceKey}</span>
                      {documents === 0 ? ", no documents yet" : `, ${countOf(documents ?? 0, "document")}`}
                    </>
                  )}
                </p>
                {declineReason && <p className="text-sm">{declineReason}</p>}
              </li>
            ),
          )}
        </ul>
      )}
      {answer.data && <Pager offset={offset} limit={limit} total={answer.data.total} onMove={setOffset} />}
    </section>
  );
}
