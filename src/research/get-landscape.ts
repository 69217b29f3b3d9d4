/** GET /landscape */
import { ApiError } from "../contract/api/errors.ts";
import { type LandscapeResponse, maxPoints } from "../contract/api/landscape.ts";
import { coordinateScale, type Landscape } from "../corpus/projects/landscape.ts";
import { projectFacet } from "../corpus/projects/project-facets.ts";
import type { ProjectIndex } from "../corpus/projects/project-index.ts";
import type { ProjectColumnName } from "../corpus/projects/project-layout.ts";
import { yearOfRow } from "../corpus/projects/project-years.ts";
import { bitsetBytes, forEachBit, hasBit, setBit } from "../search/bitset.ts";
import type { ProjectContext } from "./context.ts";

type MapContext = Pick<ProjectContext, "snapshot">;

/** Throws SERVICE_UNAVAILABLE for a snapshot of a version that computed no map. */
export function getLandscape(context: MapContext): LandscapeResponse {
  return landscapeOf(context, maxPoints);
}

/** With at most `most` projects. */
export function landscapeOf({ snapshot }: MapContext, most: number): LandscapeResponse {
  const { projects, landscape } = snapshot;
  if (!landscape)
    throw new ApiError(
      "SERVICE_UNAVAILABLE",
      "The published snapshot has no map yet; the operator must run priorart publish",
    );
  const { rows, total } = shownRows(projects, most);
  const clusters = indexed(projects, "clusters", rows);
  const categories = indexed(projects, "categories", rows);
  const yearOf = yearOfRow(projects);
  return {
    revision: landscape.meta.revision,
    count: rows.length,
    total,
    slugs: rows.map((row) => landscape.slug(row)),
    names: rows.map((row) => landscape.name(row)),
    x: rows.map((row) => landscape.x[row]! / coordinateScale),
    y: rows.map((row) => landscape.y[row]! / coordinateScale),
    cluster: clusters.index,
    category: categories.index,
    year: rows.map(yearOf),
    award: awards(projects, rows),
    clusters: labelled(landscape, rows, clusters),
    categories: categories.values,
  };
}

/** Evenly spread over all, newest first. */
function shownRows(projects: ProjectIndex, most: number): { rows: number[]; total: number } {
  const all: number[] = [];
  forEachBit(projects.liveRows(), (row) => all.push(row));
  const shown = Math.min(all.length, most);
  const rows = Array.from({ length: shown }, (_, i) => all[Math.floor((i * all.length) / shown)]!);
  return { rows, total: all.length };
}

interface Indexed {
  /** Values that some row has, by number of rows descending, then key. */
  values: { key: string; label: string }[];
  /** For each row the position of its value; -1 without one. */
  index: number[];
}

function indexed(projects: ProjectIndex, column: ProjectColumnName, rows: readonly number[]): Indexed {
  const shown = new Uint8Array(bitsetBytes(projects.count));
  for (const row of rows) setBit(shown, row);
  const values = projectFacet(projects, shown, { column }).map(({ key, label }) => ({
    key,
    label,
  }));
  const placeOf = new Map(values.map(({ key }, place) => [key, place]));
  const { arrays, values: numbered } = projects.columns[column];
  const places = numbered.map(({ key }) => placeOf.get(key) ?? -1);
  const index = rows.map((row) => {
    const at = arrays.starts[row]!;
    return at === arrays.starts[row + 1]! ? -1 : places[arrays.values[at]!]!;
  });
  return { values, index };
}

/** 0 none, 1 winner, 2 honorable mention. */
function awards({ columns, count }: ProjectIndex, rows: readonly number[]): number[] {
  const [winners, mentions] = (["winner", "honorable_mention"] as const).map((flag) => {
    const bits = new Uint8Array(bitsetBytes(count));
    columns.flags.markRows([flag], bits);
    return bits;
  });
  return rows.map((row) => (hasBit(winners!, row) ? 1 : hasBit(mentions!, row) ? 2 : 0));
}

/** Each cluster's label is placed at the member that is nearest to the median of its members. */
function labelled(
  { x, y }: Landscape,
  rows: readonly number[],
  { values, index }: Indexed,
): LandscapeResponse["clusters"] {
  const members: number[][] = values.map(() => []);
  index.forEach((place, i) => {
    if (place >= 0) members[place]!.push(rows[i]!);
  });
  const central = members.map((own) => {
    const middleX = median(own.map((row) => x[row]!));
    const middleY = median(own.map((row) => y[row]!));
    const distance = (row: number) => (x[row]! - middleX) ** 2 + (y[row]! - middleY) ** 2;
    return own.reduce((nearest, row) => (distance(row) < distance(nearest) ? row : nearest));
  });
  return {
    keys: values.map(({ key }) => key),
    labels: values.map(({ label }) => label),
    x: central.map((row) => x[row]! / coordinateScale),
    y: central.map((row) => y[row]! / coordinateScale),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
