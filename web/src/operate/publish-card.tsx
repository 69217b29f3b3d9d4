import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ConsoleOutput } from "../../../src/contract/api/console/operations.ts";
import { useAnswer, useChange } from "../api/use-operation.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatInstant } from "../ui/days.ts";
import { Problem } from "../ui/problem.tsx";
import { publishSteps, stepName } from "./publish-steps.ts";

type Publish = ConsoleOutput<"getPublish">;
type Last = NonNullable<Publish["last"]>;

/** Publishes, and shows how far it is; asked every half second while one runs. */
export function PublishCard() {
  const answer = useAnswer("getPublish", {}, { every: (data) => (data?.running ? 500 : 10_000) });
  const start = useChange("startPublish", { changes: ["getPublish"] });
  const cancel = useChange("cancelPublish", { changes: ["getPublish"] });
  const running = answer.data?.running ?? null;
  const last = answer.data?.last ?? null;
  const isRunning = running !== null;
  useRefreshAfter(isRunning);
  // A refusal says that a publish has begun or ended meanwhile.
  const askAgain = { onError: () => void answer.refetch() };
  const { reset: forgetStart } = start;
  const { reset: forgetCancel } = cancel;
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors are about the state before
  useEffect(() => {
    forgetStart();
    forgetCancel();
  }, [isRunning, forgetStart, forgetCancel]);
  return (
    <Card
      title="Publish"
      aside={
        running === null ? (
          <Button
            kind="primary"
            busy={start.isPending}
            disabled={!answer.data}
            onClick={() => start.mutate({ refit: false, recluster: false }, askAgain)}
          >
            Publish now
          </Button>
        ) : (
          <Button busy={cancel.isPending || running.stopping} onClick={() => cancel.mutate({}, askAgain)}>
            {running.stopping ? "Stopping" : "Cancel"}
          </Button>
        )
      }
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      <Problem error={start.error ?? cancel.error} />
      {running !== null && <Running running={running} />}
      {running === null && last !== null && <Ended last={last} />}
      {running === null && last === null && (
        <p className="text-sm text-muted">
          Makes imported and read records searchable. Searches are answered from the current snapshot until
          the new one is complete.
        </p>
      )}
    </Card>
  );
}

/** What a publish changes is asked again when it has ended. */
function useRefreshAfter(isRunning: boolean): void {
  const queries = useQueryClient();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning)
      for (const id of ["getCorpus", "listSnapshots", "getSystem", "listSources"])
        void queries.invalidateQueries({ queryKey: [id] });
    wasRunning.current = isRunning;
  }, [isRunning, queries]);
}

function Running({ running }: { running: NonNullable<Publish["running"]> }) {
  const { step, done, total, startedBy, startedAt, warnings } = running;
  const at = step === null ? 0 : publishSteps.indexOf(step);
  const amount =
    total === null || total <= 1 ? "" : `, ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  return (
    <>
      <p role="status">
        {step === null ? "Starting" : stepName(step)}
        <span className="text-muted tabular-nums">{amount}</span>
      </p>
      <progress
        className="mt-2 h-2 w-full accent-accent"
        aria-label="Steps of the publish"
        value={at + (total ? Math.min(1, done / total) : 0)}
        max={publishSteps.length}
      />
      <p className="mt-1 text-sm text-muted">
        Step {at + 1} of {publishSteps.length},{" "}
        {startedBy === "schedule" ? "started by the schedule" : "started"} {formatInstant(startedAt)}
      </p>
      <Warnings warnings={warnings} />
    </>
  );
}

const outcomes: Record<Last["outcome"], { name: string; tone: Tone }> = {
  published: { name: "Published", tone: "success" },
  unchanged: { name: "Nothing to publish", tone: "success" },
  failed: { name: "Failed", tone: "danger" },
  cancelled: { name: "Canceled", tone: "warning" },
};

function Ended({ last: { outcome, finishedAt, message, snapshot, warnings } }: { last: Last }) {
  const { name, tone } = outcomes[outcome];
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{name}</Badge>
        <span className="text-sm text-muted">
          {snapshot !== null && `Snapshot ${snapshot}, `}
          {formatInstant(finishedAt)}
        </span>
      </p>
      {message !== null && <p className="mt-2 text-sm wrap-anywhere">{message}</p>}
      {outcome === "cancelled" && (
        <p className="mt-2 text-sm text-muted">The next publish resumes where this one left off.</p>
      )}
      <Warnings warnings={warnings} />
    </>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 border-l-2 border-line pl-3 text-sm wrap-anywhere">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
