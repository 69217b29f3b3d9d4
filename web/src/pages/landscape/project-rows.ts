/** Projects of the map as rows, for the list, the table and downloads. */
import type { ChartTable } from "../../charts/table.ts";
import type { MapData } from "./map-data.ts";

export interface ProjectRow {
  at: number;
  slug: string;
  name: string;
  cluster: string;
  category: string;
  year: number | null;
  award: "" | "Winner" | "Honorable mention";
}

const awards = ["", "Winner", "Honorable mention"] as const;

export function rowOf({ source }: MapData, at: number): ProjectRow {
  return {
    at,
    slug: source.slugs[at]!,
    name: source.names[at]!,
    cluster: source.clusters.labels[source.cluster[at]!] ?? "",
    category: source.categories[source.category[at]!]?.label ?? "",
    year: source.year[at] ?? null,
    award: awards[source.award[at]!] ?? "",
  };
}

export function tableOfProjects(data: MapData, projects: readonly number[]): ChartTable {
  return {
    columns: ["slug", "name", "cluster", "category", "year", "award"],
    rows: projects.map((at) => {
      const { slug, name, cluster, category, year, award } = rowOf(data, at);
      return [slug, name, cluster, category, year, award];
    }),
  };
}
