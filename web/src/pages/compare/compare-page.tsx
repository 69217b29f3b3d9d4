import { useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import type { CompareDimension, CompareResponse } from "../../../../src/contract/api/analysis.ts";
import { useFilters, useResearch } from "../../api/use-research.ts";
import { DumbbellChart } from "../../charts/dumbbell-chart.tsx";
import { fewLastNote } from "../../charts/few-last.ts";
import { formatShare } from "../../charts/numbers.ts";
import { bucketHref, type Cohort, cohortHref, cohortOf } from "../../explore/cohort.ts";
import { CohortBuilder } from "../../explore/cohort-builder.tsx";
import { DimensionChoice } from "../../explore/dimension-choice.tsx";
import { UnknownNotice, useUnknownValues } from "../../explore/facets/unknown-notice.tsx";
import { OwnLink } from "../../explore/own-link.tsx";
import type { RawSearch } from "../../router/search-params.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import {
  type Comparison,
  cohortName,
  compareDimensions,
  compareRequest,
  dimensionTitle,
  ordered,
  readComparison,
  writeComparison,
} from "./state.ts";

const rowsAtMost = 12;

export function ComparePage() {
  const search: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const comparison = readComparison(search);
  const { a, b, dimensions, sort } = comparison;
  const change = (part: Partial<Comparison>) =>
    void navigate({
      to: "/compare",
      search: writeComparison({ ...comparison, ...part }),
      resetScroll: false,
    });
  const answer = useResearch("compare", compareRequest(comparison));
  const { data } = answer;
  const names = { hackathons: [], clusters: [], ...useFilters().data };
  return (
    <Page
      title="Compare"
      lead="How two groups of projects differ. Lift is the share in the first group divided by the share in the second."
      wide
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-3 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Side
          mark="a"
          name={cohortName(a, names)}
          cohort={a}
          totals={data?.totalsA}
          onChange={(next) => change({ a: next })}
        />
        <Button
          kind="quiet"
          aria-label="Swap the two cohorts"
          title="Swap"
          className="self-center justify-self-center px-2 max-lg:rotate-90"
          onClick={() => change({ a: b, b: a })}
        >
          <ArrowLeftRight aria-hidden="true" className="size-4" />
        </Button>
        <Side
          mark="b"
          name={cohortName(b, names)}
          cohort={b}
          totals={data?.totalsB}
          onChange={(next) => change({ b: next })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-3">
        <DimensionChoice
          dimensions={compareDimensions}
          chosen={dimensions}
          onChange={(next) => change({ dimensions: next })}
        />
        <Segments
          label="Order"
          choices={[
            { value: "difference", label: "Greatest difference" },
            { value: "common", label: "Most common" },
          ]}
          value={sort}
          onChange={(next) => change({ sort: next })}
        />
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={12} />}
      {data && !answer.error && (
        <Charts
          comparison={comparison}
          names={[cohortName(a, names), cohortName(b, names)]}
          data={data}
          busy={answer.isPlaceholderData}
        />
      )}
    </Page>
  );
}

interface SideProps {
  mark: "a" | "b";
  name: string;
  cohort: Cohort;
  totals: CompareResponse["totalsA"] | undefined;
  onChange(cohort: Cohort): void;
}

function Side({ mark, name, cohort, totals, onChange }: SideProps) {
  const unknown = useUnknownValues(cohort);
  return (
    <Card className="h-full">
      <div className="mb-3 flex items-baseline gap-2.5">
        <span
          aria-hidden="true"
          className={
            mark === "a"
              ? "size-2.5 shrink-0 rounded-full bg-(--series-1)"
              : "size-2.5 shrink-0 bg-(--series-3)"
          }
        />
        <h2 className="min-w-0 font-medium first-letter:uppercase">{name}</h2>
        <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">
          {totals && (
            <OwnLink href={cohortHref(cohort)} className="hover:text-accent-text hover:underline">
              {countOf(totals.projects, "project")}
            </OwnLink>
          )}
          {totals && totals.projects > 0 && `, ${formatShare(totals.winners / totals.projects)} won`}
        </span>
      </div>
      <CohortBuilder
        label={mark === "a" ? "First cohort" : "Second cohort"}
        cohort={cohort}
        categories={false}
        onChange={onChange}
      />
      <div className="mt-3 space-y-2 empty:hidden">
        <UnknownNotice unknown={unknown} search={cohort} onChange={(next) => onChange(cohortOf(next))} />
      </div>
    </Card>
  );
}

interface ChartsProps {
  comparison: Comparison;
  names: readonly [a: string, b: string];
  data: CompareResponse;
  busy: boolean;
}

function Charts({ comparison: { a, b, dimensions, sort }, names, data, busy }: ChartsProps) {
  const empty = [data.totalsA, data.totalsB].findIndex(({ projects }) => projects === 0);
  if (empty >= 0)
    return (
      <EmptyState title={`No project is in the ${empty === 0 ? "first" : "second"} cohort`}>
        Remove a filter: the filters of a cohort must all hold, and within one filter any of its values.
      </EmptyState>
    );
  const rowsOf = (dimension: CompareDimension) =>
    ordered(data.results[dimension] ?? [], sort)
      .slice(0, rowsAtMost)
      .map((row) => ({
        key: row.key,
        label: row.label,
        a: { count: row.countA, share: row.shareA, href: bucketHref(a, dimension, row.key) },
        b: { count: row.countB, share: row.shareB, href: bucketHref(b, dimension, row.key) },
        lift: row.lift,
      }));
  return (
    <div className={`grid gap-4 lg:grid-cols-2 ${busy ? "opacity-60" : ""}`} aria-busy={busy}>
      {dimensions.map((dimension) => {
        const rows = rowsOf(dimension);
        return (
          <Card key={dimension}>
            {rows.length === 0 ? (
              <>
                <h2 className="font-medium">{dimensionTitle(dimension)}</h2>
                <p className="text-sm text-muted">Nothing is recorded for these projects.</p>
              </>
            ) : (
              <DumbbellChart
                title={dimensionTitle(dimension)}
                note={sort === "difference" ? fewLastNote(rows) : undefined}
                names={names}
                rows={rows}
              />
            )}
          </Card>
        );
      })}
    </div>
  );
}
