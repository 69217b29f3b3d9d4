import type { ProjectEvidence, ProjectEvidenceSummary } from "../../../../src/contract/api/evidence.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDay } from "../../ui/days.ts";
import { Markdown } from "../../ui/markdown.tsx";
import { OutsideLink } from "../../ui/outside-link.tsx";

const kinds = [
  { field: "repoSummary", title: "What the repository says" },
  { field: "pitchSummary", title: "What the pitch says" },
  { field: "demoSummary", title: "What the demo shows" },
] as const;

/** Summaries of repository, pitch and demo, each with its source and date. */
export function Evidence({ summaries }: { summaries: ProjectEvidence }) {
  const given = kinds.flatMap(({ field, title }) => {
    const summary = summaries[field];
    return summary ? [{ title, summary }] : [];
  });
  if (given.length === 0) return null;
  return (
    <section aria-label="Evidence" className="space-y-4">
      {given.map(({ title, summary }) => (
        <Card key={title} title={title} aside={summary.sourceInferred && <Badge>Source inferred</Badge>}>
          <Markdown text={summary.text} below={2} />
          <Origin summary={summary} />
        </Card>
      ))}
    </section>
  );
}

function Origin({ summary }: { summary: ProjectEvidenceSummary }) {
  const { sourceUrl, sourceRevision, sourceCapturedAt, generatedAt, indexedAt, truncated } = summary;
  const revision = /^[0-9a-f]{40}$/.test(sourceRevision) ? sourceRevision.slice(0, 10) : sourceRevision;
  return (
    <p className="mt-4 flex flex-wrap gap-x-3 gap-y-1 border-t border-line pt-3 text-xs text-muted">
      {sourceUrl && <OutsideLink url={sourceUrl}>Source</OutsideLink>}
      {revision !== "" && (
        <span>
          Revision <span className="font-mono">{revision}</span>
        </span>
      )}
      <span>
        {sourceCapturedAt
          ? `Captured ${formatDay(sourceCapturedAt)}`
          : `Indexed ${formatDay(generatedAt ?? indexedAt)}`}
      </span>
      {truncated && <span>Cut at 12,000 characters</span>}
    </p>
  );
}
