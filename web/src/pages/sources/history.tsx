import { Badge } from "../../ui/badge.tsx";
import { countOf, formatInstant } from "../../ui/days.ts";
import { changesOf, outcomeOf, type Run } from "./words.ts";

/** The readings of a source, with what could not be read. */
export function History({ runs }: { runs: readonly Run[] }) {
  return (
    <ul aria-label="Readings" className="rounded-xl border border-line bg-surface">
      {runs.map((run) => (
        <li key={run.id} className="border-line px-5 py-3 not-last:border-b max-sm:px-4">
          <Reading run={run} />
        </li>
      ))}
    </ul>
  );
}

function Reading({ run }: { run: Run }) {
  const { startedAt, message, counts, problems } = run;
  const { name, tone } = outcomeOf(run);
  const more = counts.failed - problems.length;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div>
          <p className="font-medium">{changesOf(run)}</p>
          <p className="text-sm text-muted">
            {formatInstant(startedAt)} · {countOf(counts.listed, "item")} listed,{" "}
            {counts.read.toLocaleString("en")} read
            {counts.skipped > 0 && `, ${counts.skipped.toLocaleString("en")} without text`}
          </p>
        </div>
        <Badge tone={tone}>{name}</Badge>
      </div>
      {(message !== null || problems.length > 0) && (
        <ul className="mt-2 space-y-1 border-l-2 border-line pl-3 text-sm wrap-anywhere">
          {message !== null && <li>{message}</li>}
          {problems.map((problem) => (
            <li key={problem.item}>
              <span className="text-muted">{problem.item}:</span> {problem.message}
            </li>
          ))}
          {more > 0 && <li className="text-muted">{countOf(more, "more item")} could not be read</li>}
        </ul>
      )}
    </>
  );
}
