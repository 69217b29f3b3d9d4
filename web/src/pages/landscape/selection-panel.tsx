import { X } from "lucide-react";
import { useState } from "react";
import { csvOf, jsonLinesOf } from "../../charts/csv.ts";
import { saveFile, textFile } from "../../charts/download.ts";
import { DownloadMenu } from "../../charts/download-menu.tsx";
import { projectHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { countOf } from "../../ui/days.ts";
import type { MapData } from "./map-data.ts";
import { type ProjectRow, rowOf, tableOfProjects } from "./project-rows.ts";

interface SelectionPanelProps {
  data: MapData;
  selected: readonly number[];
  onClear(): void;
}

const step = 100;

/** The projects within the outline, winners first. */
export function SelectionPanel({ data, selected, onClear }: SelectionPanelProps) {
  const [shown, setShown] = useState(step);
  const { award } = data.source;
  const order = [...selected].sort((a, b) => rank(award[a]!) - rank(award[b]!) || a - b);
  const winners = selected.filter((at) => award[at] === 1).length;
  const table = () => tableOfProjects(data, order);
  return (
    <section aria-label="Selected projects" className="text-sm">
      <div className="flex items-start justify-between gap-2">
        <div role="status">
          <h2 className="font-semibold">{countOf(selected.length, "project")} selected</h2>
          <p className="text-muted">{countOf(winners, "winner")} among them</p>
        </div>
        <div className="-mr-1.5 flex">
          <DownloadMenu
            label="the selection"
            choices={[
              {
                name: "CSV",
                save: () => saveFile("selected-projects.csv", textFile(csvOf(table()), "text/csv")),
              },
              {
                name: "JSON Lines",
                save: () =>
                  saveFile("selected-projects.jsonl", textFile(jsonLinesOf(table()), "application/x-ndjson")),
              },
            ]}
          />
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
        <CopyButton text={location.href} label="Copy link to this selection" />
      </div>
      <ol className="divide-y divide-line border-t border-line">
        {order.slice(0, shown).map((at) => (
          <Row key={at} row={rowOf(data, at)} />
        ))}
      </ol>
      {order.length > shown && (
        <Button kind="quiet" className="mt-1 w-full" onClick={() => setShown(shown + step)}>
          Show {Math.min(step, order.length - shown)} more
        </Button>
      )}
    </section>
  );
}

const rank = (award: number): number => (award === 0 ? 3 : award);

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
        {award !== "" && <Badge tone={award === "Winner" ? "success" : "neutral"}>{award}</Badge>}
      </div>
      <p className="truncate text-xs text-muted">{[year, cluster].filter(Boolean).join(" · ")}</p>
    </li>
  );
}
