import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf, formatInstant } from "../../ui/days.ts";
import { Problem } from "../../ui/problem.tsx";
import { type ImportState, kindNames } from "./kinds.ts";

type Running = NonNullable<ImportState["running"]>;

export function RunningImport({ running }: { running: Running }) {
  const cancel = useChange("cancelImport", { changes: ["getImport"] });
  const { kind, file, startedBy, startedAt, records, bytes, totalBytes, secondsLeft, stopping } = running;
  return (
    <Card
      title={<span className="wrap-anywhere">Importing {file}</span>}
      aside={
        <Button busy={cancel.isPending || stopping} onClick={() => cancel.mutate({})}>
          {stopping ? "Stopping" : "Cancel"}
        </Button>
      }
    >
      <Problem error={cancel.error} />
      <p role="status">
        {countOf(records, "record")} read
        {secondsLeft !== null && <span className="text-muted">, about {spell(secondsLeft)} left</span>}
      </p>
      <progress
        className="mt-2 h-2 w-full accent-accent"
        aria-label="Read of the file"
        {...(totalBytes === null ? {} : { value: bytes, max: Math.max(1, totalBytes) })}
      />
      <p className="mt-1 text-sm wrap-anywhere text-muted">
        {kindNames[kind]}, started by {startedBy}, {formatInstant(startedAt)}
      </p>
    </Card>
  );
}

function spell(seconds: number): string {
  return seconds < 90
    ? countOf(Math.max(1, Math.round(seconds)), "second")
    : countOf(Math.round(seconds / 60), "minute");
}
