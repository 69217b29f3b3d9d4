import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import { TableDownloads } from "../../charts/table-downloads.tsx";
import { foundProjects } from "../../explore/found-tables.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { ProjectList } from "../../explore/project-row.tsx";
import { useExpanded } from "../../explore/use-expanded.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { countOf } from "../../ui/days.ts";

const shownAtFirst = 8;

interface NeighborsProps {
  neighbors: NeighborhoodResponse;
  /** Where those beyond the listed ones are; undefined: nowhere. */
  allHref?: string | undefined;
}

/** The best matches among the projects close to the idea; those beyond the listed ones are counted. */
export function Neighbors({ neighbors, allHref }: NeighborsProps) {
  const { all, expand, list } = useExpanded(shownAtFirst);
  const { results, total, keys } = neighbors;
  if (results.length === 0) return <p className="text-muted">No project here matches.</p>;
  const shown = all ? results : results.slice(0, shownAtFirst);
  return (
    <div ref={list}>
      <ProjectList label="Projects close to the idea" projects={shown} ranked />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {shown.length < total
            ? `${shown.length} of ${countOf(total, "project")}, the best match first`
            : `All ${countOf(total, "project")}, the best match first`}
        </span>
        <span className="flex items-center print:hidden">
          {!all && results.length > shownAtFirst && (
            <Button kind="quiet" onClick={expand}>
              Show {results.length - shownAtFirst} more
            </Button>
          )}
          {allHref !== undefined && keys.length > results.length && (
            <OwnLink href={allHref} className={buttonLook("quiet")}>
              List {keys.length === total ? "all" : "the first"} {keys.length}
            </OwnLink>
          )}
          <TableDownloads
            label="the projects close to the idea"
            file="close-projects"
            table={() => foundProjects(results)}
          />
        </span>
      </div>
    </div>
  );
}
