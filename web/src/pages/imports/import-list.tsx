import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Badge } from "../../ui/badge.tsx";
import { countOf, formatInstant } from "../../ui/days.ts";
import { type ImportKind, kindNames } from "./kinds.ts";
import { Reasons, RejectsLink } from "./reasons.tsx";

type Run = ConsoleOutput<"getCorpus">["imports"][number];

export function ImportList({ runs }: { runs: readonly Run[] }) {
  return (
    <ul aria-label="Last imports" className="rounded-xl border border-line bg-surface">
      {runs.map((run) => (
        <li
          key={`${run.startedAt} ${run.file}`}
          className="border-line px-5 py-3 not-last:border-b max-sm:px-4"
        >
          <Outcome run={run} />
          <Rejects run={run} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ run: { kind, file, startedAt, finishedAt, lines, rejected } }: { run: Run }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{file}</p>
        <p className="text-sm text-muted">
          {kindNames[kind as ImportKind] ?? kind} · {countOf(lines, "line")} read ·{" "}
          {formatInstant(finishedAt ?? startedAt)}
        </p>
        {finishedAt === null && (
          <p className="text-sm text-muted">
            Running, canceled or interrupted. What was read is kept; import the file again for the rest.
          </p>
        )}
      </div>
      <span className="flex gap-1.5">
        {finishedAt === null && <Badge tone="warning">Not finished</Badge>}
        {rejected > 0 && <Badge tone="danger">{countOf(rejected, "reject")}</Badge>}
        {rejected === 0 && finishedAt !== null && <Badge tone="success">All imported</Badge>}
      </span>
    </div>
  );
}

function Rejects({ run }: { run: Run }) {
  const { rejects, rejectsFile, needsMap } = run;
  if (rejectsFile === null) return null;
  return (
    <div className="mt-2 space-y-1.5 border-l-2 border-line pl-3 text-sm">
      <Reasons {...run} />
      {needsMap && <p>Most records have another shape: import the file through a map.</p>}
      <ul aria-label="First rejects" className="space-y-1 text-muted">
        {rejects.map(({ line, record, field, rule, message }) => (
          <li key={`${line} ${field} ${rule}`} className="wrap-anywhere">
            <span className="tabular-nums">Line {line}</span>
            {record !== null && `, ${record}`}:{" "}
            {field !== null && <span className="font-mono">{field} </span>}
            {message}
          </li>
        ))}
      </ul>
      <p className="text-muted">
        <RejectsLink name={rejectsFile} />, or read <span className="font-mono">rejects/{rejectsFile}</span>{" "}
        in the data directory
      </p>
    </div>
  );
}
