import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { Map as MapIcon, Printer } from "lucide-react";
import { useEffect } from "react";
import type { CompareResponse } from "../../../../src/contract/api/analysis.ts";
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import { writtenRequest } from "../../../../src/idea-check/check-idea.ts";
import { reportOf } from "../../../../src/idea-check/report.ts";
import { winnersApart } from "../../../../src/idea-check/winners-apart.ts";
import { useFilters, useResearch } from "../../api/use-research.ts";
import { BarChart } from "../../charts/bar-chart.tsx";
import { DocumentList } from "../../explore/document-row.tsx";
import { FilterChips } from "../../explore/facets/filter-chips.tsx";
import { UnknownNotice, useUnknownValues } from "../../explore/facets/unknown-notice.tsx";
import { groupByDocument } from "../../explore/group-by-document.ts";
import { projectsHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import type { ProjectSearch } from "../../explore/project-search.ts";
import { stringifySearch } from "../../router/search-params.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { countOf } from "../../ui/days.ts";
import { Segments } from "../../ui/segments.tsx";
import { Apart } from "./apart.tsx";
import { Crowd } from "./crowd.tsx";
import { Figures } from "./figures.tsx";
import { Neighbors } from "./neighbors.tsx";
import { Section } from "./section.tsx";
import { checkHref, isNarrowed, type Narrowing, neighborhoodRequest } from "./state.ts";

type Answer = UseQueryResult<NeighborhoodResponse>;

const clustersCompared = 3;

interface ResultsProps {
  idea: string;
  narrowing: Narrowing;
  neighbors: Answer;
}

/** The sections of a check. Each asks for itself, and is shown as soon as its answer is there. */
export function Results({ idea, narrowing, neighbors }: ResultsProps) {
  const winners = useResearch("neighborhood", neighborhoodRequest(idea, { winnersOnly: true }, 50), {
    keepsPrevious: false,
  });
  const archive = useResearch("searchArchives", writtenRequest(idea), { keepsPrevious: false });
  const filters = useFilters();
  const clusterKeys = (neighbors.data?.clusters ?? []).slice(0, clustersCompared).map(({ key }) => key);
  const comparison = useResearch(
    "compare",
    {
      cohortA: { clusterKeys, winnersOnly: true },
      cohortB: { clusterKeys },
      dimensions: ["problemTags", "solutionTags", "primitives"],
      topK: 20,
    },
    { enabled: clusterKeys.length > 0 && (neighbors.data?.winners ?? 0) > 0, keepsPrevious: false },
  );
  const all = neighbors.data;
  const apart = all && winners.data ? winnersApart(all, winners.data) : null;
  useTarget(all !== undefined);

  return (
    <div className="space-y-8">
      {all && (
        <Figures
          idea={idea}
          neighbors={all}
          actions={
            <>
              <CopyButton
                label="Copy as Markdown"
                text={reportOf({
                  idea,
                  origin: location.origin,
                  neighbors: all,
                  apart,
                  documents: archive.data ? groupByDocument(archive.data.results) : null,
                })}
              />
              <CopyButton label="Copy link" text={location.origin + checkHref(idea)} />
              <Button onClick={() => print()}>
                <Printer aria-hidden="true" className="size-4" /> Print
              </Button>
              {all.total > 0 && (
                <OwnLink
                  href={`/landscape${stringifySearch({ query: idea })}`}
                  className={buttonLook("secondary")}
                >
                  <MapIcon aria-hidden="true" className="size-4" /> Show on the map
                </OwnLink>
              )}
            </>
          }
        />
      )}
      {all?.total === 0 && (
        <p className="text-muted">
          Other words may find more. Or{" "}
          <OwnLink href={projectsHref({ query: idea })} className="text-accent-text underline">
            search the projects
          </OwnLink>{" "}
          for single words of the idea.
        </p>
      )}
      {all?.total !== 0 && !neighbors.error && (
        <Who idea={idea} narrowing={narrowing} neighbors={neighbors} />
      )}
      {all?.total !== 0 && !neighbors.error && (
        <>
          <Section
            id="crowded"
            title="How crowded is it?"
            lead={
              all &&
              `${countOf(all.total, "project")} with a similarity of ${all.threshold.toFixed(2)} or more`
            }
            answer={neighbors}
          >
            {(data) => <Crowd idea={idea} neighbors={data} hackathons={filters.data?.hackathons ?? []} />}
          </Section>
          <Section id="apart" title="What set winners apart?" answer={winners}>
            {(data) => (
              <Apart
                idea={idea}
                traits={apart ?? []}
                winners={data.total}
                clusters={{ keys: clusterKeys, comparison: comparison as UseQueryResult<CompareResponse> }}
              />
            )}
          </Section>
        </>
      )}
      <Section
        id="written"
        title="What has been written?"
        lead="Passages of the archive that are close to the idea"
        answer={archive}
        action={
          <OwnLink
            href={`/archive${stringifySearch({ query: idea })}`}
            className="text-sm text-accent-text hover:underline print:hidden"
          >
            Search the archive
          </OwnLink>
        }
      >
        {({ results }) =>
          results.length === 0 ? (
            <p className="text-muted">The archive holds nothing close to this idea.</p>
          ) : (
            <DocumentList label="Documents" documents={groupByDocument(results)} />
          )
        }
      </Section>
      {all?.total !== 0 && !neighbors.error && (
        <Section id="technologies" title="What is it built with?" answer={neighbors}>
          {(data) => <BuiltWith idea={idea} neighbors={data} />}
        </Section>
      )}
    </div>
  );
}

function Who({ idea, narrowing, neighbors }: ResultsProps) {
  const narrowed = isNarrowed(narrowing);
  const unknown = useUnknownValues(narrowing);
  const part = useResearch("neighborhood", neighborhoodRequest(idea, narrowing, 50), {
    enabled: narrowed,
    keepsPrevious: false,
  });
  const navigate = useNavigate();
  const narrow = ({ query: _, diversify: __, offset: ___, ...next }: ProjectSearch) =>
    void navigate({ href: checkHref(idea, next), resetScroll: false });
  return (
    <Section
      id="who"
      title="Who has built this?"
      lead="Projects close to the idea, the best match first. The number is how close each is in meaning alone."
      answer={narrowed ? part : neighbors}
      action={<WinnersOrAll idea={idea} narrowing={narrowing} />}
    >
      {(data) => (
        <>
          <div className="mb-3 space-y-2 empty:hidden print:hidden">
            <UnknownNotice unknown={unknown} search={narrowing} onChange={narrow} />
            <FilterChips search={narrowing} onChange={narrow} />
          </div>
          <Neighbors
            key={JSON.stringify(narrowing)}
            neighbors={data}
            // The map knows no filters.
            allHref={narrowed ? undefined : `/landscape${stringifySearch({ query: idea, view: "table" })}`}
          />
        </>
      )}
    </Section>
  );
}

function WinnersOrAll({ idea, narrowing }: { idea: string; narrowing: Narrowing }) {
  const navigate = useNavigate();
  return (
    <span className="print:hidden">
      <Segments
        label="Which projects"
        choices={[
          { value: "all", label: "All" },
          { value: "winners", label: "Winners" },
        ]}
        value={narrowing.winnersOnly ? "winners" : "all"}
        onChange={(value) =>
          void navigate({
            href: checkHref(idea, { ...narrowing, winnersOnly: value === "winners" ? true : undefined }),
            resetScroll: false,
          })
        }
      />
    </span>
  );
}

function BuiltWith({ idea, neighbors }: { idea: string; neighbors: NeighborhoodResponse }) {
  if (neighbors.technologies.length === 0)
    return <p className="text-muted">Nothing is known about the code of these projects.</p>;
  return (
    <BarChart
      level={3}
      title="Technologies of the neighborhood"
      note="As found in the repositories of these projects; a project can have many"
      unit="projects"
      bars={neighbors.technologies.map(({ category, name, count, share }) => ({
        key: `${category} ${name}`,
        label: name,
        hint: category,
        count,
        share,
        href: `${checkHref(idea, { [`builtWith.${category}`]: [name] })}#who`,
      }))}
    />
  );
}

/** Scrolls to the section that the address names, once it is there. */
function useTarget(ready: boolean): void {
  const hash = useRouterState({ select: ({ location: { hash: target } }) => target });
  const search = useRouterState({ select: ({ location: { searchStr } }) => searchStr });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list was asked for
  useEffect(() => {
    if (ready && hash !== "") document.getElementById(hash)?.scrollIntoView({ block: "start" });
  }, [ready, hash, search]);
}
