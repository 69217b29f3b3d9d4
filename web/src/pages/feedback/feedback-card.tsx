import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { jsonText } from "../../../../src/contract/values/json-text.ts";
import { useChange } from "../../api/use-operation.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDay, formatInstant } from "../../ui/days.ts";
import { Lines } from "../../ui/lines.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";

type Entry = ConsoleOutput<"listFeedback">["feedback"][number];

const tones: Record<string, Tone> = { critical: "danger", high: "warning" };
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export function FeedbackCard({ entry }: { entry: Entry }) {
  const { id, category, severity, message, context, from, createdAt, state, resolvedAt } = entry;
  const toast = useToast();
  const changes = ["listFeedback"] as const;
  const resolve = useChange("resolveFeedback", { changes, onDone: () => toast("Marked as resolved") });
  const reopen = useChange("reopenFeedback", { changes, onDone: () => toast("Reopened") });
  return (
    <Card
      title={capital(category)}
      aside={
        <span className="flex gap-1.5">
          <Badge tone={tones[severity] ?? "neutral"}>{capital(severity)}</Badge>
          {state === "resolved" && <Badge tone="success">Resolved</Badge>}
        </span>
      }
    >
      <div className="space-y-3">
        <Lines text={message} />
        {context !== null && (
          <details className="text-sm">
            <summary className="font-medium">Context</summary>
            <pre className="mt-2 overflow-x-auto rounded-lg bg-sunken p-3 font-mono">
              {jsonText(context, 2)}
            </pre>
          </details>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="text-sm text-muted">
            <p>
              From {from ?? "a removed member"}, {formatInstant(createdAt)}
              {resolvedAt && `; resolved ${formatDay(resolvedAt)}`}
            </p>
            {entry.escalation && <p>{deliveryOf(entry.escalation)}</p>}
          </div>
          {state === "open" ? (
            <Button busy={resolve.isPending} onClick={() => resolve.mutate({ id })}>
              Mark as resolved
            </Button>
          ) : (
            <Button kind="quiet" busy={reopen.isPending} onClick={() => reopen.mutate({ id })}>
              Reopen
            </Button>
          )}
        </div>
        <Problem error={resolve.error ?? reopen.error} />
      </div>
    </Card>
  );
}

function deliveryOf({ deliveredAt, attempts, problem }: NonNullable<Entry["escalation"]>): string {
  if (deliveredAt !== null) return `Sent to the webhook ${formatInstant(deliveredAt)}`;
  if (attempts === 0) return "Not sent to a webhook yet";
  return `Not sent after ${attempts === 1 ? "one attempt" : `${attempts} attempts`}; the last: ${problem ?? "no answer"}`;
}
