import { X } from "lucide-react";
import { useState } from "react";
import { TableDownloads } from "../../charts/table-downloads.tsx";
import { AwardBadge } from "../../explore/award-badge.tsx";
import { projectHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { countOf } from "../../ui/days.ts";
import type { MapData } from "./map-data.ts";
import { type ProjectRow, rowOf, tableOfProjects } from "./project-rows.ts";

interface SelectionPanelProps {
  data: MapData;
  /** In the order shown. */
  projects: readonly number[];
  /** Names the list: `Selected projects`. */
  label: string;
  /** After the count: `selected`. */
  what: string;
  onClear(): void;
}

const step = 100;

/** A part of the projects of the map, as a list. */
export function SelectionPanel({ data, projects, label, what, onClear }: SelectionPanelProps) {
  const [shown, setShown] = useState(step);
  const { award } = data.source;
  const winners = projects.filter((at) => award[at] === 1).length;
  return (
    <section aria-label={label} className="text-sm">
      <div className="flex items-start justify-between gap-2">
        <div role="status">
          <h2 className="font-semibold">{`${countOf(projects.length, "project")} ${what}`}</h2>
          <p className="text-muted">{countOf(winners, "winner")} among them</p>
        </div>
        <div className="-mr-1.5 flex">
          <TableDownloads label="the selection" file={label} table={() => tableOfProjects(data, projects)} />
          <button
            type="button"
            aria-label="Clear the selection"
            title="Clear the selection"
            onClick={onClear}
            className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text max-sm:size-11"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      </div>
      <div className="my-2">
        <CopyButton text={location.href} label="Copy link to this list" />
      </div>
      <ol className="divide-y divide-line border-t border-line">
        {projects.slice(0, shown).map((at) => (
          <Row key={at} row={rowOf(data, at)} />
        ))}
      </ol>
      {projects.length > shown && (
        <Button kind="quiet" className="mt-1 w-full" onClick={() => setShown(shown + step)}>
          Show {Math.min(step, projects.length - shown)} more
        </Button>
      )}
    </section>
  );
}

/** Winners first, honorable mentions next. */
export const byAward = (award: readonly number[], projects: readonly number[]): number[] => {
  const rank = (at: number) => (award[at] === 0 ? 3 : award[at]!);
  return [...projects].sort((a, b) => rank(a) - rank(b) || a - b);
};

function Row({ row: { slug, name, cluster, year, award } }: { row: ProjectRow }) {
  return (
    <li className="py-2">
      <div className="flex items-baseline justify-between gap-2">
        <OwnLink
          href={projectHref(slug)}
          className="min-w-0 font-semibold hover:text-accent-text hover:underline"
        >
          {name}
        </OwnLink>
        <AwardBadge
          award={award === "" ? null : award === "Winner" ? "winner" : "honorable_mention"}
          prize={null}
        />
      </div>
      <p className="truncate text-xs text-muted">{[year, cluster].filter(Boolean).join(" · ")}</p>
    </li>
  );
}
