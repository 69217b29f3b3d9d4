import type { ConsoleOutput } from "../../../../src/contract/console/operations.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf, formatInstant } from "../../ui/days.ts";

type Run = ConsoleOutput<"getCorpus">["imports"][number];

export function ImportCard({ run }: { run: Run }) {
  const { kind, file, startedAt, finishedAt, lines, rejected, rejects, rejectsFile } = run;
  const more = rejected - rejects.length;
  return (
    <Card
      title={file}
      aside={
        <span className="flex gap-1.5">
          <Badge>{kind}</Badge>
          {finishedAt === null && <Badge tone="warning">Not finished</Badge>}
          {rejected > 0 ? (
            <Badge tone="danger">{countOf(rejected, "reject")}</Badge>
          ) : (
            finishedAt !== null && <Badge tone="success">All went in</Badge>
          )}
        </span>
      }
    >
      <p className="-mt-2 text-sm text-muted">
        {formatInstant(finishedAt ?? startedAt)} · {countOf(lines, "line")} read
        {finishedAt === null && "; under way, or interrupted: the same command goes on where it stopped"}
      </p>
      {rejects.length > 0 && (
        <ul className="mt-3 space-y-2 border-t border-line pt-3 text-sm">
          {rejects.map(({ line, record, field, rule, message }) => (
            <li key={`${line} ${field} ${rule}`}>
              <span className="text-muted tabular-nums">Line {line}</span>
              {record !== null && <span className="font-medium"> {record}</span>}
              {field !== null && <span className="font-mono"> {field}</span>}
              <span className="block">{message}</span>
            </li>
          ))}
        </ul>
      )}
      {rejectsFile !== null && (
        <p className="mt-2 text-sm text-muted">
          {more > 0 ? `${countOf(more, "more is", "more are")} in ` : "Kept in "}
          <span className="font-mono">rejects/{rejectsFile}</span> in the data directory.
        </p>
      )}
    </Card>
  );
}
