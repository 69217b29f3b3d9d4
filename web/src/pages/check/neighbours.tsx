import { useNavigate } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useState } from "react";
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import { csvOf, jsonLinesOf } from "../../charts/csv.ts";
import { saveFile, textFile } from "../../charts/download.ts";
import { DownloadMenu } from "../../charts/download-menu.tsx";
import type { ChartTable } from "../../charts/table.ts";
import { projectHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Similarity } from "../../explore/similarity.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { countOf } from "../../ui/days.ts";

type Neighbour = NeighborhoodResponse["results"][number];

const shownAtFirst = 8;

/** The nearest projects; those beyond the listed ones are counted. */
export function Neighbours({ neighbours }: { neighbours: NeighborhoodResponse }) {
  const [all, setAll] = useState(false);
  const { results, total } = neighbours;
  if (results.length === 0) return <p className="text-muted">No project here matches.</p>;
  const shown = all ? results : results.slice(0, shownAtFirst);
  return (
    <div>
      <ol className="divide-y divide-line">
        {shown.map((project) => (
          <Row key={project.slug} project={project} />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-muted print:hidden">
        <span>
          {shown.length < total
            ? `${shown.length} of ${countOf(total, "project")}, nearest first`
            : `All ${countOf(total, "project")}, nearest first`}
        </span>
        <span className="flex items-center">
          {!all && results.length > shownAtFirst && (
            <Button kind="quiet" onClick={() => setAll(true)}>
              Show {results.length - shownAtFirst} more
            </Button>
          )}
          <Downloads results={results} />
        </span>
      </div>
    </div>
  );
}

function Row({ project }: { project: Neighbour }) {
  const { slug, name, oneLiner, similarity, hackathon, award, cluster } = project;
  const year = hackathon.startDate.slice(0, 4);
  const event = year === "" || hackathon.name.includes(year) ? hackathon.name : `${hackathon.name} ${year}`;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <OwnLink href={projectHref(slug)} className="font-medium hover:text-accent-text hover:underline">
          {name}
        </OwnLink>
        {award === "winner" && <Badge tone="success">Winner</Badge>}
        {award === "honorable_mention" && <Badge>Honorable mention</Badge>}
        <span className="ml-auto">
          <Similarity value={similarity} />
        </span>
      </div>
      {oneLiner && <p className="mt-0.5 line-clamp-2 text-pretty">{oneLiner}</p>}
      <p className="mt-0.5 text-sm text-muted">{[event, cluster?.label].filter(Boolean).join(" · ")}</p>
    </li>
  );
}

function tableOf(results: readonly Neighbour[]): ChartTable {
  return {
    columns: ["slug", "name", "one_liner", "similarity", "hackathon", "start_date", "award", "cluster"],
    rows: results.map(({ slug, name, oneLiner, similarity, hackathon, award, cluster }) => [
      slug,
      name,
      oneLiner,
      similarity,
      hackathon.name,
      hackathon.startDate,
      award,
      cluster?.label ?? null,
    ]),
  };
}

function Downloads({ results }: { results: readonly Neighbour[] }) {
  const save = (name: string, text: string, type: string) => saveFile(name, textFile(text, type));
  return (
    <DownloadMenu
      label="the nearest projects"
      choices={[
        { name: "CSV", save: () => save("nearest-projects.csv", csvOf(tableOf(results)), "text/csv") },
        {
          name: "JSON Lines",
          save: () => save("nearest-projects.jsonl", jsonLinesOf(tableOf(results)), "application/x-ndjson"),
        },
      ]}
    />
  );
}

/** Says by what the list is narrowed; each chip removes it. */
export function Chips({ chips }: { chips: readonly { label: string; href: string }[] }) {
  const navigate = useNavigate();
  return (
    <ul className="mb-3 flex flex-wrap gap-2 print:hidden">
      {chips.map(({ label, href }) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => void navigate({ href, resetScroll: false })}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 text-sm text-accent-text hover:outline-1 hover:outline-(--focus) max-sm:min-h-11"
          >
            {label}
            <X aria-hidden="true" className="size-3.5" />
            <span className="sr-only">, remove</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
