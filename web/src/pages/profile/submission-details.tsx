import type { Submission } from "../../../../src/contract/api/me.ts";
import { Lines } from "../../ui/lines.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";
import { eternalLabels, submissionLabels } from "./submission-labels.ts";

/** The answers of a submission, in the order of the form, without empty ones. */
export function SubmissionDetails({ submission }: { submission: Submission }) {
  const { eternalDetails, surveyAnswers } = submission;
  const rows = [
    ...Object.entries(submissionLabels).map(
      ([field, label]) => [label, submission[field as keyof Submission]] as const,
    ),
    ...Object.entries(eternalLabels).map(
      ([field, label]) => [label, eternalDetails?.[field as keyof typeof eternalLabels] ?? null] as const,
    ),
    ["Survey", surveyAnswers ?? null] as const,
  ]
    .map(([label, value]) => ({ label, text: textOf(value) }))
    .filter(({ text }) => text !== null);
  if (rows.length === 0) return <p className="text-muted">Nothing has been answered yet.</p>;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[12rem_1fr]">
      {rows.map(({ label, text }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="max-sm:-mt-2">
            {/^https?:\/\/\S+$/.test(text!) ? <OutsideLink url={text!} /> : <Lines text={text!} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Null where there is nothing to show. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.length === 0 ? null : value.join(", ");
  return JSON.stringify(value, null, 1);
}
