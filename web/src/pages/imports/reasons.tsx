import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";

type Run = ConsoleOutput<"getCorpus">["imports"][number];

interface ReasonsProps extends Pick<Run, "reasons" | "reasonsOf" | "rejected"> {
  /** Nothing has been imported yet. */
  isPreview?: boolean;
}

/** Why records are rejected, the most frequent reason first. */
export function Reasons({ reasons, reasonsOf, rejected, isPreview = false }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <>
      <ul aria-label="Reasons" className="space-y-1 text-sm">
        {reasons.map(({ field, rule, message, count }) => (
          <li key={`${field} ${rule}`} className="wrap-anywhere">
            <span className="font-medium tabular-nums">
              {count.toLocaleString("en")} {isPreview ? "would be rejected:" : "rejected:"}
            </span>{" "}
            {field !== null && <span className="font-mono">{field} </span>}
            {message}
          </li>
        ))}
      </ul>
      {reasonsOf < rejected && (
        <p className="text-sm text-muted">Counted over the first {reasonsOf.toLocaleString("en")} rejects.</p>
      )}
    </>
  );
}

/** The rejects file, to download. */
export function RejectsLink({ name }: { name: string }) {
  return (
    <a
      href={`/console/api/rejects/${name}`}
      download={name}
      className="font-medium text-accent-text underline"
    >
      Download the rejects
    </a>
  );
}
