import { useNavigate, useSearch } from "@tanstack/react-router";
import { Hand, LassoSelect, Table2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { LandscapeResponse } from "../../../../src/contract/api/landscape.ts";
import { useResearch } from "../../api/use-research.ts";
import { projectHref } from "../../explore/hrefs.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { focusOn } from "../../ui/focus-on.ts";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type Colouring, groupsOf } from "./groups.ts";
import { pointsInside, readLasso, writeLasso } from "./lasso.ts";
import { Legend } from "./legend.tsx";
import { highlightedText, litOf } from "./lit.ts";
import { MapCanvas } from "./map-canvas.tsx";
import { useMapColours } from "./map-colours.ts";
import { mapData } from "./map-data.ts";
import { ProjectTable } from "./project-table.tsx";
import { byAward, SelectionPanel } from "./selection-panel.tsx";
import type { LandscapeSearch } from "./state.ts";
import { readView, writeView } from "./view.ts";

const colouringChoices: readonly { value: Colouring; label: string }[] = [
  { value: "cluster", label: "Cluster" },
  { value: "category", label: "Category" },
  { value: "award", label: "Award" },
  { value: "year", label: "Year" },
];

const lead = (
  <>
    Each dot is a project; those that are alike are close.{" "}
    <span className="[@media(any-hover:none)]:hidden">
      Drag to move, scroll to zoom, draw around dots to list them.
    </span>
    <span className="hidden [@media(any-hover:none)]:inline">
      Drag to move, zoom with two fingers; with Select, draw around dots to list them.
    </span>
  </>
);

export function LandscapePage() {
  const answer = useResearch("getLandscape", {}, { staleTime: 300_000 });
  return (
    <Page title="Landscape" lead={lead} wide>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <MapSkeleton />}
      {answer.data?.count === 0 && (
        <EmptyState title="The map is empty">
          It shows projects after they are imported and published: run{" "}
          <span className="font-mono">priorart import projects FILE</span>, then{" "}
          <span className="font-mono">priorart publish</span>.
        </EmptyState>
      )}
      {answer.data !== undefined && answer.data.count > 0 && <Landscape source={answer.data} />}
    </Page>
  );
}

/** Maps are wider than high: on a phone, a high one would be empty at both ends. */
const mapHeight = "h-[min(72dvh,52rem,110vw)] min-h-80";

function MapSkeleton() {
  return (
    <div role="status" className={`${mapHeight} rounded-xl border border-line bg-surface p-6`}>
      <span className="sr-only">Loading the map …</span>
      <div aria-hidden="true" className="size-full rounded-lg bg-hover motion-safe:animate-pulse" />
    </div>
  );
}

function Landscape({ source }: { source: LandscapeResponse }) {
  const search: LandscapeSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (part: LandscapeSearch) =>
    void navigate({
      to: ".",
      // Another choice begins with its first row.
      search: (before: LandscapeSearch) => ({ ...before, offset: undefined, ...part }),
      replace: true,
      resetScroll: false,
    });
  const [drawsLasso, setDrawsLasso] = useState(false);

  const data = useMemo(() => mapData(source), [source]);
  const colouring = search.color ?? "cluster";
  const only = search.only ?? [];
  const onlyText = only.join(",");
  const { groups, of } = useMemo(
    () => groupsOf(source, colouring, onlyText.split(",")),
    [source, colouring, onlyText],
  );
  const colours = useMapColours(groups);
  const { near, total, notice } = useNear(search.query ?? "");
  const known = only.filter((key) => groups.some((group) => group.key === key));
  const unknown = only.filter((key) => !known.includes(key));
  const lit = useMemo(() => {
    const keys = new Set(onlyText === "" ? [] : onlyText.split(","));
    if (keys.size === 0 && near === null) return null;
    const isLit = (at: number) =>
      (keys.size === 0 || keys.has(groups[of[at]!]!.key)) && (near === null || near.has(source.slugs[at]!));
    return litOf(Uint8Array.from(source.slugs, (_, at) => (isLit(at) ? 1 : 0)));
  }, [onlyText, near, groups, of, source]);
  const status = notice ?? (near && highlightedText({ lit: lit?.count ?? 0, listed: near.size, total }));
  const lasso = useMemo(() => readLasso(search.lasso) ?? null, [search.lasso]);
  const selected = useMemo(
    () =>
      lasso === null
        ? null
        : pointsInside(lasso, data.x, data.y).filter((at) => lit === null || lit.is[at] === 1),
    [lasso, data, lit],
  );
  const view = useMemo(() => readView(search.at, data.box), [search.at, data.box]);
  const aside = useRef<HTMLElement>(null);
  const clear = (part: LandscapeSearch) => {
    // The button goes with the selection.
    focusOn(aside.current);
    change(part);
  };
  const asTable = search.view === "table";
  const listed = useMemo(() => {
    if (selected !== null) return selected;
    const shown = [...source.slugs.keys()].filter((at) => lit === null || lit.is[at] === 1);
    if (near === null) return shown;
    // The best match first.
    const rank = (at: number) => near.get(source.slugs[at]!)!;
    return shown.sort((a, b) => rank(a) - rank(b));
  }, [selected, source, lit, near]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="min-w-0 space-y-3">
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <Segments
            label="Color by"
            choices={colouringChoices}
            value={colouring}
            onChange={(color) => change({ color: color === "cluster" ? undefined : color, only: undefined })}
          />
          <Toggle
            label="Draw around dots to select them"
            name="Select"
            icon={drawsLasso ? LassoSelect : Hand}
            on={drawsLasso}
            onPress={() => setDrawsLasso(!drawsLasso)}
          />
          <Toggle
            label="Show the projects as a table"
            name="Table"
            icon={Table2}
            on={asTable}
            onPress={() => change({ view: asTable ? undefined : "table" })}
          />
          <div className="min-w-56 flex-1">
            <SearchBox
              label="Highlight projects around an idea"
              value={search.query ?? ""}
              maxLength={500}
              onChange={(query) => change({ query: query === "" ? undefined : query })}
            />
          </div>
        </div>
        {source.total > source.count && (
          <p className="text-sm text-muted">
            An even sample: {source.count.toLocaleString("en")} of {source.total.toLocaleString("en")}{" "}
            projects.
          </p>
        )}
        {unknown.length > 0 && (
          <Banner
            tone="warning"
            title="Some groups of this address do not exist here"
            action={
              <Button onClick={() => change({ only: known.length === 0 ? undefined : known })}>
                {known.length === 0 ? "Show all projects" : "Show the others"}
              </Button>
            }
          >
            {unknown.map((key) => `“${key}”`).join(", ")}: the legend has those that exist.
          </Banner>
        )}
        {status && (
          <p role="status" className="text-sm text-muted">
            {status}
          </p>
        )}
        {asTable ? (
          <ProjectTable
            data={data}
            projects={listed}
            offset={search.offset ?? 0}
            onMove={(offset) => change({ offset: offset > 0 ? offset : undefined })}
          />
        ) : (
          <div className={mapHeight}>
            <MapCanvas
              data={data}
              groupOf={of}
              colours={colours}
              lit={lit}
              lasso={lasso}
              drawsLasso={drawsLasso}
              view={view}
              onView={(next) => change({ at: writeView(next, data.box) })}
              onLasso={(outline) => change({ lasso: writeLasso(outline) })}
              onOpen={(at) => void navigate({ href: projectHref(source.slugs[at]!) })}
            />
          </div>
        )}
      </div>
      <aside
        ref={aside}
        aria-label="Legend and selection"
        // The padding holds what extends beyond its column, which would make it scroll sideways.
        className="space-y-6 xl:-mx-2 xl:max-h-[calc(72dvh+3.5rem)] xl:overflow-y-auto xl:px-2"
      >
        {selected !== null && (
          <SelectionPanel
            data={data}
            projects={byAward(source.award, selected)}
            label="Selected projects"
            what="selected"
            onClear={() => clear({ lasso: undefined })}
          />
        )}
        {selected === null && near !== null && (
          <SelectionPanel
            data={data}
            projects={listed}
            label="Highlighted projects"
            what={notice === null ? "around this idea" : "around the previous idea"}
            onClear={() => clear({ query: undefined })}
          />
        )}
        <Legend
          title={`Color: ${colouringChoices.find(({ value }) => value === colouring)?.label.toLowerCase()}`}
          groups={groups}
          only={only}
          onOnly={(keys) => change({ only: keys.length === 0 ? undefined : keys })}
        />
      </aside>
    </div>
  );
}

interface Near {
  /** Slugs of the projects around a text with their ranks; null: none was asked for, or there is no answer. */
  near: ReadonlyMap<string, number> | null;
  /** Of all projects around it: the service lists the first ones. */
  total: number;
  /** Shown instead of the number of projects that are highlighted. */
  notice: string | null;
}

/** While another text is searched for, the projects around the one before stay highlighted. */
function useNear(query: string): Near {
  const text = query.trim();
  const answer = useResearch("neighborhood", { query: text, limit: 1 }, { enabled: text !== "" });
  const keys = answer.data?.keys;
  const near = useMemo(
    () => (text === "" || keys === undefined ? null : new Map(keys.map((key, rank) => [key, rank]))),
    [text, keys],
  );
  const total = answer.data?.total ?? 0;
  const without = (notice: string | null): Near => ({ near: null, total, notice });
  if (text === "") return without(null);
  if (answer.error) return without("The search failed; all projects are shown.");
  const searching = near === null || answer.isPlaceholderData ? "Searching …" : null;
  if (near === null || near.size === 0)
    return without(searching ?? "No project is close to this idea; all are shown.");
  return { near, total, notice: searching };
}

interface ToggleProps {
  label: string;
  name: string;
  icon: typeof Hand;
  on: boolean;
  onPress(): void;
}

function Toggle({ label, name, icon: Icon, on, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      title={label}
      onClick={onPress}
      className="inline-flex min-h-9 items-center gap-2 rounded-lg border border-line bg-surface px-3 text-sm font-medium text-muted hover:text-text aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-sm:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4" />
      {name}
    </button>
  );
}
