import { useState } from "react";
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import { csvOf, jsonLinesOf } from "../../charts/csv.ts";
import { saveFile, textFile } from "../../charts/download.ts";
import { DownloadMenu } from "../../charts/download-menu.tsx";
import type { ChartTable } from "../../charts/table.ts";
import { ProjectList } from "../../explore/project-row.tsx";
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
      <ProjectList label="Nearest projects" projects={shown} ranked />
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
