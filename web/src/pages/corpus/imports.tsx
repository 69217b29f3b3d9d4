import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Badge } from "../../ui/badge.tsx";
import { countOf, formatInstant } from "../../ui/days.ts";

type Run = ConsoleOutput<"getCorpus">["imports"][number];

export function Imports({ runs }: { runs: readonly Run[] }) {
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
      <div>
        <p className="font-medium">{file}</p>
        <p className="text-sm text-muted">
          {kind} · {countOf(lines, "line")} read · {formatInstant(finishedAt ?? startedAt)}
        </p>
        {finishedAt === null && (
          <p className="text-sm text-muted">
            Under way, or interrupted: run the same command again to resume.
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
  const { rejected, rejects, rejectsFile, reasons, reasonsOf, needsMap } = run;
  if (rejectsFile === null) return null;
  const more = rejected - rejects.length;
  return (
    <div className="mt-2 space-y-1.5 border-l-2 border-line pl-3 text-sm">
      <ul aria-label="Reasons" className="space-y-1">
        {reasons.map(({ field, rule, message, count }) => (
          <li key={`${field} ${rule}`}>
            <span className="font-medium tabular-nums">{count.toLocaleString("en")} rejected:</span>{" "}
            {field !== null && <span className="font-mono">{field} </span>}
            {message}
          </li>
        ))}
      </ul>
      {reasonsOf < rejected && (
        <p className="text-muted">Counted over the first {reasonsOf.toLocaleString("en")} rejects.</p>
      )}
      {needsMap && (
        <p>
          Most records have another shape: import the file through a map, with{" "}
          <span className="font-mono">--map</span>.
        </p>
      )}
      <ul aria-label="First rejects" className="space-y-1 text-muted">
        {rejects.map(({ line, record, field, rule, message }) => (
          <li key={`${line} ${field} ${rule}`}>
            <span className="text-muted tabular-nums">Line {line}</span>
            {record !== null && <span className="text-muted">, {record}</span>}:{" "}
            {field !== null && <span className="font-mono">{field} </span>}
            {message}
          </li>
        ))}
      </ul>
      <p className="text-muted">
        {more > 0 && `${countOf(more, "more is", "more are")} listed: `}
        <span className="font-mono">rejects/{rejectsFile}</span> in the data directory
      </p>
    </div>
  );
}
