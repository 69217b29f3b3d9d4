import { useState } from "react";
import { projectHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { MapData } from "./map-data.ts";
import { type ProjectRow, rowOf } from "./project-rows.ts";

const limit = 50;

const columns: readonly Column<ProjectRow>[] = [
  {
    title: "Project",
    cell: ({ slug, name }) => (
      <OwnLink href={projectHref(slug)} className="font-medium hover:text-accent-text hover:underline">
        {name}
      </OwnLink>
    ),
  },
  { title: "Cluster", cell: ({ cluster }) => cluster, isEmpty: ({ cluster }) => cluster === "" },
  { title: "Category", cell: ({ category }) => category, isEmpty: ({ category }) => category === "" },
  { title: "Year", numeric: true, cell: ({ year }) => year, isEmpty: ({ year }) => year === null },
  { title: "Award", cell: ({ award }) => award, isEmpty: ({ award }) => award === "" },
];

/** The projects of the map as a table, for screen readers and everyone who prefers one. */
export function ProjectTable({ data, projects }: { data: MapData; projects: readonly number[] }) {
  const [offset, setOffset] = useState(0);
  const start = offset < projects.length ? offset : 0;
  return (
    <div className="space-y-3">
      <Table
        caption="Projects of the map"
        columns={columns}
        rows={projects.slice(start, start + limit).map((at) => rowOf(data, at))}
        keyOf={({ slug }) => slug}
      />
      <Pager offset={start} limit={limit} total={projects.length} onMove={setOffset} />
    </div>
  );
}
