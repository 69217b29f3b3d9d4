import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AnalyzeResponse } from "../../../../src/contract/api/analysis.ts";
import { useResearch } from "../../api/use-research.ts";
import { BarChart } from "../../charts/bar-chart.tsx";
import { formatShare } from "../../charts/numbers.ts";
import { type ChartTable, shareCell } from "../../charts/table.ts";
import { TableDownloads } from "../../charts/table-downloads.tsx";
import { bucketHref, cohortHref, cohortOf, dimensionNames, writeCohort } from "../../explore/cohort.ts";
import { CohortBuilder } from "../../explore/cohort-builder.tsx";
import { DimensionChoice } from "../../explore/dimension-choice.tsx";
import { UnknownNotice, useUnknownValues } from "../../explore/facets/unknown-notice.tsx";
import { OwnLink } from "../../explore/own-link.tsx";
import { type RawSearch, stringifySearch } from "../../router/search-params.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { countOf } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import {
  type Analysis,
  allDimensions,
  analyzeRequest,
  longList,
  readAnalysis,
  shortList,
  writeAnalysis,
} from "./state.ts";

export function AnalyzePage() {
  const search: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const analysis = readAnalysis(search);
  const { cohort, dimensions, topK } = analysis;
  const unknown = useUnknownValues(cohort);
  const change = (part: Partial<Analysis>) =>
    void navigate({
      to: "/analyze",
      search: writeAnalysis({ ...analysis, ...part }),
      resetScroll: false,
    });
  const answer = useResearch("analyze", analyzeRequest(analysis));
  const { data } = answer;
  return (
    <Page
      title="Analyze"
      lead="What a group of projects is made of. Choose the group by its filters; every bar opens its projects."
      wide
      action={
        data &&
        data.totals.projects > 0 && (
          <TableDownloads label="the analysis" file="analysis" table={() => tableOf(data)} />
        )
      }
    >
      <CohortBuilder label="Cohort" cohort={cohort} onChange={(next) => change({ cohort: next })} />
      <UnknownNotice
        unknown={unknown}
        search={cohort}
        onChange={(next) => change({ cohort: cohortOf(next) })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 border-y border-line py-3">
        <DimensionChoice
          dimensions={allDimensions}
          chosen={dimensions}
          onChange={(next) => change({ dimensions: next })}
        />
        <Button kind="quiet" onClick={() => change({ topK: topK === shortList ? longList : shortList })}>
          {topK === shortList ? `Show ${longList} each` : `Show ${shortList} each`}
        </Button>
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={12} />}
      {data && !answer.error && (
        <div
          className={answer.isPlaceholderData ? "opacity-60" : undefined}
          aria-busy={answer.isPlaceholderData}
        >
          <Totals analysis={analysis} data={data} />
          {data.totals.projects === 0 ? (
            <EmptyState title="No project is in this cohort">
              Remove a filter: the filters of a cohort must all hold, and within one filter any of its values.
            </EmptyState>
          ) : (
            <div className="grid gap-4 lg:grid-cols-2">
              {dimensions.map((dimension) => (
                <Card key={dimension}>
                  <BarChart
                    title={dimensionNames[dimension]}
                    note={
                      dimension === "categories" && data.categoryCountsOverlap ? "Counts overlap" : undefined
                    }
                    unit="projects"
                    bars={(data.buckets[dimension] ?? []).map(({ key, label, count, share }) => ({
                      key,
                      label,
                      count,
                      share,
                      href: bucketHref(cohort, dimension, key),
                    }))}
                  />
                  {data.buckets[dimension]?.length === 0 && (
                    <p className="text-sm text-muted">Nothing is recorded for these projects.</p>
                  )}
                </Card>
              ))}
            </div>
          )}
        </div>
      )}
    </Page>
  );
}

function Totals({ analysis: { cohort }, data: { totals } }: { analysis: Analysis; data: AnalyzeResponse }) {
  const share = totals.projects === 0 ? 0 : totals.winners / totals.projects;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-lg">
        <OwnLink href={cohortHref(cohort)} className="font-semibold hover:text-accent-text hover:underline">
          {countOf(totals.projects, "project")}
        </OwnLink>
        <span className="text-muted">
          , {countOf(totals.winners, "winner")} ({formatShare(share)})
        </span>
      </p>
      {Object.keys(cohort).length > 0 && (
        <OwnLink
          href={`/compare${stringifySearch(writeCohort(cohort, "a."))}`}
          className={buttonLook("secondary")}
        >
          Compare with all projects
        </OwnLink>
      )}
    </div>
  );
}

function tableOf({ buckets }: AnalyzeResponse): ChartTable {
  return {
    columns: ["dimension", "key", "label", "projects", "share"],
    rows: Object.entries(buckets).flatMap(([dimension, rows]) =>
      (rows ?? []).map(({ key, label, count, share }) => [dimension, key, label, count, shareCell(share)]),
    ),
  };
}
