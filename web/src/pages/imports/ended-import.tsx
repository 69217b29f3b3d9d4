import { Badge, type Tone } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf, formatInstant } from "../../ui/days.ts";
import { type ImportState, kindNames } from "./kinds.ts";
import { Reasons, RejectsLink } from "./reasons.tsx";

type Last = NonNullable<ImportState["last"]>;

const outcomes: Record<Last["outcome"], { name: string; tone: Tone }> = {
  imported: { name: "Imported", tone: "success" },
  cancelled: { name: "Canceled", tone: "warning" },
  failed: { name: "Failed", tone: "danger" },
};

/** What the last import of an uploaded file did. */
export function EndedImport({ last }: { last: Last }) {
  const { kind, file, outcome, message, startedBy, finishedAt, rejectsFile, needsMap, warnings } = last;
  const { name, tone } = outcomes[outcome];
  return (
    <Card title={<span className="wrap-anywhere">{file}</span>} aside={<Badge tone={tone}>{name}</Badge>}>
      <p role="status">{countsOf(last)}</p>
      <p className="mt-1 text-sm wrap-anywhere text-muted">
        {kindNames[kind]}, by {startedBy}, {formatInstant(finishedAt)}
      </p>
      {message !== null && <p className="mt-2 text-sm wrap-anywhere text-danger-text">{message}</p>}
      {outcome !== "imported" && (
        <p className="mt-2 text-sm text-muted">
          Records imported so far are kept; they are found unchanged when you import the file again.
        </p>
      )}
      {rejectsFile !== null && (
        <div className="mt-3 space-y-1.5 border-l-2 border-line pl-3 text-sm">
          <Reasons {...last} />
          {needsMap && <p>Most records have another shape: import the file through a map.</p>}
          <p>
            <RejectsLink name={rejectsFile} />
          </p>
        </div>
      )}
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="mt-3 list-disc space-y-1 pl-5 text-sm text-muted">
          {warnings.slice(0, 20).map((warning) => (
            <li key={warning} className="wrap-anywhere">
              {warning}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function countsOf({ read, inserted, updated, unchanged, rejected, dropped }: Last): string {
  const counts = [
    [inserted, "new"],
    [updated, "changed"],
    [unchanged, "unchanged"],
    [dropped, "left out by the map"],
    [rejected, "rejected"],
  ] as const;
  const parts = counts
    .filter(([count], at) => count > 0 || at < 3)
    .map(([count, name]) => `${count.toLocaleString("en")} ${name}`);
  return `${countOf(read, "record")} read: ${parts.join(", ")}.`;
}
