import { TableDownloads } from "../../charts/table-downloads.tsx";
import { projectHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { countOf } from "../../ui/days.ts";
import { Pager } from "../../ui/pager.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { MapData } from "./map-data.ts";
import { type ProjectRow, rowOf, tableOfProjects } from "./project-rows.ts";

const limit = 50;

const columns: readonly Column<ProjectRow>[] = [
  {
    title: "Project",
    cell: ({ slug, name }) => (
      <OwnLink
        href={projectHref(slug)}
        className="inline-block min-w-32 font-medium hover:text-accent-text hover:underline max-sm:min-w-0"
      >
        {name}
      </OwnLink>
    ),
  },
  { title: "Cluster", cell: ({ cluster }) => cluster, isEmpty: ({ cluster }) => cluster === "" },
  { title: "Category", cell: ({ category }) => category, isEmpty: ({ category }) => category === "" },
  { title: "Year", numeric: true, cell: ({ year }) => year, isEmpty: ({ year }) => year === null },
  { title: "Award", cell: ({ award }) => award, isEmpty: ({ award }) => award === "" },
];

interface ProjectTableProps {
  data: MapData;
  projects: readonly number[];
  offset: number;
  onMove(offset: number): void;
}

/** The projects of the map as a table, for screen readers and everyone who prefers one. */
export function ProjectTable({ data, projects, offset, onMove }: ProjectTableProps) {
  const start = offset < projects.length ? offset : 0;
  return (
    <div className="space-y-3">
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <p>{countOf(projects.length, "project")}</p>
        <TableDownloads
          label="these projects"
          file="projects of the map"
          table={() => tableOfProjects(data, projects)}
        />
      </div>
      <Table
        caption="Projects of the map"
        columns={columns}
        rows={projects.slice(start, start + limit).map((at) => rowOf(data, at))}
        keyOf={({ slug }) => slug}
      />
      <Pager offset={start} limit={limit} total={projects.length} onMove={onMove} />
    </div>
  );
}
