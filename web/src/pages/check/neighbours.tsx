import { useState } from "react";
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import { TableDownloads } from "../../charts/table-downloads.tsx";
import { foundProjects } from "../../explore/found-tables.ts";
import { ProjectList } from "../../explore/project-row.tsx";
import { Button } from "../../ui/button.tsx";
import { countOf } from "../../ui/days.ts";

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
          <TableDownloads
            label="the nearest projects"
            file="nearest-projects"
            table={() => foundProjects(results)}
          />
        </span>
      </div>
    </div>
  );
}
