import { ChevronRight } from "lucide-react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { classes } from "../../ui/classes.ts";
import { countOf } from "../../ui/days.ts";
import { Reasons } from "./reasons.tsx";

type Answer = ConsoleOutput<"previewImport">;
type Shown = Answer["records"][number];

interface PreviewProps {
  preview: Answer;
  /** Another one is being made. */
  isOld: boolean;
  hasMap: boolean;
}

/** The first ten records as they would be imported, and why records would be rejected. */
export function Preview({ preview, isOld, hasMap }: PreviewProps) {
  const { records, failure, needsMap, warnings } = preview;
  if (failure !== null)
    return (
      <Banner tone="danger" title="Nothing can be imported like this">
        <span className="wrap-anywhere">{sentence(failure)}</span>
      </Banner>
    );
  return (
    <section aria-label="Preview" aria-busy={isOld} className={classes("space-y-3", isOld && "opacity-60")}>
      <p role="status" className="text-sm">
        {summaryOf(preview)}
      </p>
      <Reasons {...preview} isPreview />
      {needsMap && (
        <Banner tone="warning" title="Most records have another shape">
          {hasMap ? "Change the map, so that it returns the fields named above." : "Try a map."}
        </Banner>
      )}
      <ol className="rounded-lg border border-line">
        {records.map((record) => (
          <Record key={record.line} record={record} />
        ))}
      </ol>
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="list-disc space-y-1 pl-5 text-sm text-muted">
          {warnings.slice(0, 10).map((warning) => (
            <li key={warning} className="wrap-anywhere">
              {warning}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function summaryOf({ checked, isWhole, rejected, dropped }: Answer): string {
  if (checked === 0) return "The file holds no record.";
  const all = isWhole
    ? checked === 1
      ? "the only record"
      : `all ${checked.toLocaleString("en")} records`
    : `the first ${countOf(checked, "record")}`;
  const parts = [
    ...(rejected > 0 ? [`${rejected.toLocaleString("en")} would be rejected`] : []),
    ...(dropped > 0 ? [`${dropped.toLocaleString("en")} would be left out by the map`] : []),
  ];
  return `Of ${all}, ${parts.length === 0 ? "none would be rejected" : parts.join(" and ")}.`;
}

function Record({ record: { line, values, faults } }: { record: Shown }) {
  return (
    <li className="border-line px-4 py-2.5 not-last:border-b">
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-4 shrink-0 text-muted motion-safe:transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
          <span className="w-20 shrink-0 text-sm text-muted tabular-nums">Line {line}</span>
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{nameOf(values, faults)}</span>
          <State values={values} faults={faults} />
        </summary>
        {values.map((value) => (
          <section
            key={value}
            aria-label={`The record of line ${line}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
            tabIndex={0}
            className="mt-2 ml-6 max-h-80 overflow-auto rounded-lg bg-sunken p-3"
          >
            <pre className="font-mono text-xs">{value}</pre>
          </section>
        ))}
      </details>
      {faults.length > 0 && (
        <ul className="mt-1 space-y-0.5 pl-6 text-sm text-danger-text">
          {faults.slice(0, 4).map(({ record, field, rule, message }) => (
            <li key={`${record} ${field} ${rule}`} className="wrap-anywhere">
              {field !== null && <span className="font-mono">{field} </span>}
              {message}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function State({ values, faults }: Pick<Shown, "values" | "faults">) {
  if (faults.length > 0) return <Badge tone="danger">Rejected</Badge>;
  if (values.length === 0) return <Badge tone="warning">Left out</Badge>;
  return <Badge tone="success">{values.length === 1 ? "Fine" : `${values.length} records`}</Badge>;
}

/** What a person knows the record by. */
function nameOf(values: readonly string[], faults: Shown["faults"]): string {
  const [first] = values;
  const fields = first === undefined ? {} : parsed(first);
  for (const name of ["name", "title", "label", "question", "email", "hackathon", "slug"])
    if (typeof fields[name] === "string") return fields[name];
  return faults[0]?.record ?? "–";
}

/** A record that was cut is not JSON any more. */
function parsed(text: string): { [name: string]: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
