import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDay } from "../../ui/days.ts";
import { Lines } from "../../ui/lines.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";

export type Suggestion = ConsoleOutput<"listSuggestions">["suggestions"][number];

/** Open ones have no badge: their buttons show it. */
const outcomes: Partial<Record<Suggestion["state"], { tone: Tone; label: string }>> = {
  approved: { tone: "success", label: "Approved" },
  declined: { tone: "neutral", label: "Declined" },
};

interface SuggestionCardProps {
  suggestion: Suggestion;
  onReview(verdict: "approve" | "decline"): void;
}

export function SuggestionCard({ suggestion, onReview }: SuggestionCardProps) {
  const { url, name, reason, from, createdAt, state, decidedAt, sourceKey, declineReason } = suggestion;
  const shown = outcomes[state];
  return (
    <Card
      title={name ?? new URL(url).hostname}
      aside={shown && <Badge tone={shown.tone}>{shown.label}</Badge>}
    >
      <div className="space-y-3">
        <p className="-mt-2 text-sm">
          <OutsideLink url={url} />
        </p>
        {reason && <Lines text={reason} />}
        <p className="text-sm text-muted">
          From {from ?? "a removed member"}, {formatDay(createdAt)}
        </p>
        {sourceKey && decidedAt && (
          <p className="text-sm">
            Declared as <span className="font-mono">{sourceKey}</span> on {formatDay(decidedAt)}.
          </p>
        )}
        {declineReason && decidedAt && (
          <p className="text-sm">
            Declined on {formatDay(decidedAt)}: {declineReason}
          </p>
        )}
        {state === "open" && (
          <div className="flex gap-2">
            <Button kind="primary" onClick={() => onReview("approve")}>
              Approve
            </Button>
            <Button onClick={() => onReview("decline")}>Decline</Button>
          </div>
        )}
      </div>
    </Card>
  );
}
