import { useNavigate, useSearch } from "@tanstack/react-router";
import { useFilters } from "../../api/use-research.ts";
import { UnknownNotice, useUnknownValues } from "../../explore/facets/unknown-notice.tsx";
import { newestFirst } from "../../explore/hackathon-order.ts";
import { IgnoredNotice } from "../../explore/ignored-notice.tsx";
import { MultiChoice } from "../../explore/multi-choice.tsx";
import type { RawSearch } from "../../router/search-params.ts";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Select } from "../../ui/select.tsx";
import { OneTechnology } from "./one-technology.tsx";
import {
  kindNames,
  readTechnology,
  type TechnologiesSearch,
  type TechnologyView,
  technologiesSearch,
  technologyFields,
} from "./state.ts";
import { Together } from "./together.tsx";
import { TopTechnologies } from "./top-technologies.tsx";
import { Trends } from "./trends.tsx";

const views: readonly { value: TechnologyView; label: string }[] = [
  { value: "top", label: "Top" },
  { value: "trends", label: "Trends" },
  { value: "together", label: "Used together" },
];

const kinds = [
  { value: "all", label: "All kinds" },
  ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
];

export function TechnologiesPage() {
  // The router keeps values that the route does not understand.
  const search = technologiesSearch(useSearch({ strict: false }) as RawSearch);
  const navigate = useNavigate();
  const { data: filters } = useFilters();
  const change = (part: TechnologiesSearch) =>
    void navigate({
      to: "/technologies",
      search: { ...search, ...part },
      resetScroll: false,
    });
  const events = { hackathons: search.hackathonSlugs };
  const unknown = useUnknownValues(events);
  const one = search.technology === undefined ? null : readTechnology(search.technology);
  const View = { top: TopTechnologies, trends: Trends, together: Together }[search.view ?? "top"];
  const cohort = (
    <>
      <MultiChoice
        label="Hackathons"
        choices={newestFirst(filters?.hackathons ?? []).map(({ slug, name, startDate, projectCount }) => ({
          key: slug,
          label: name,
          hint: startDate.slice(0, 4),
          count: projectCount,
        }))}
        chosen={search.hackathonSlugs ?? []}
        most={20}
        onChange={(slugs) => change({ hackathonSlugs: slugs.length === 0 ? undefined : slugs })}
      />
      <button
        type="button"
        aria-pressed={search.winnersOnly === true}
        onClick={() => change({ winnersOnly: search.winnersOnly ? undefined : true })}
        className="inline-flex min-h-9 items-center rounded-lg border border-line bg-surface px-3 text-sm font-medium hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-sm:min-h-11"
      >
        Winners only
      </button>
      {unknown.length > 0 && (
        <div className="w-full">
          <UnknownNotice
            unknown={unknown}
            search={events}
            onChange={({ hackathons }) => change({ hackathonSlugs: hackathons })}
          />
        </div>
      )}
    </>
  );
  if (one !== null)
    return (
      <OneTechnology technology={one} search={search}>
        {cohort}
      </OneTechnology>
    );
  return (
    <Page
      title="Technologies"
      lead="What projects are built with, as found in their repositories. Projects without public code count as having none."
      wide
    >
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label="View"
          choices={views}
          value={search.view ?? "top"}
          onChange={(view) => change({ view: view === "top" ? undefined : view })}
        />
        <Select
          label="Kind"
          quiet
          choices={kinds}
          value={search.kind ?? "all"}
          className="w-44"
          onChange={(kind) =>
            change({ kind: kind === "all" ? undefined : (kind as TechnologiesSearch["kind"]) })
          }
        />
        {cohort}
      </div>
      <IgnoredNotice read={search} names={technologyFields} />
      <View search={search} />
    </Page>
  );
}
