/** Positions of projects on the map, by row. */
import { coordinateScale, type Landscape } from "../../corpus/projects/landscape.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { centre, meanOf } from "../../search/clustering/centring.ts";
import { packVectors } from "../../search/clustering/vectors.ts";
import type { PreviousLayout } from "../../search/layout/lay-out.ts";
import { layOutMany, rowsOfForces } from "../../search/layout/lay-out-many.ts";

export interface ProjectMap {
  /** 0 to {@link coordinateScale}. */
  x: Uint16Array;
  y: Uint16Array;
  extent: number;
}

/** Position of all projects without a vector. */
const nowhere = { x: 0, y: coordinateScale } as const;

export function mapProjects(projects: ProjectIndex, { previous, embedder, onStep }: MapOptions): ProjectMap {
  const { count, vectors: index } = projects;
  const rows = Array.from({ length: count }, (_, row) => row).filter((row) => index.has(row));
  const vectorsOf = (wanted: ArrayLike<number>) =>
    packVectors(
      Array.from(wanted, (i) => index.rotatedVector(rows[i]!)),
      index.dimensions,
    );
  const origin = meanOf(vectorsOf(rowsOfForces(rows.length)));
  const source = {
    rows: rows.length,
    dimensions: index.dimensions,
    take: (wanted: ArrayLike<number>) => centre(vectorsOf(wanted), origin),
  };
  const { positions, extent } = layOutMany(source, {
    previous: previous && formerly(projects, rows, { previous, embedder }),
    onStep,
  });
  const map = {
    x: new Uint16Array(count).fill(nowhere.x),
    y: new Uint16Array(count).fill(nowhere.y),
    extent,
  };
  rows.forEach((row, i) => {
    map.x[row] = Math.round(positions[i * 2]! * coordinateScale);
    map.y[row] = Math.round(positions[i * 2 + 1]! * coordinateScale);
  });
  return map;
}

export interface MapOptions {
  /** The map of the previous snapshot. */
  previous: Landscape | null;
  /** Version of the embedder that made the vectors. */
  embedder: string;
  onStep(done: number, total: number): void;
}

function formerly(
  projects: ProjectIndex,
  rows: readonly number[],
  { previous, embedder }: { previous: Landscape; embedder: string },
): PreviousLayout {
  const { meta, x, y } = previous;
  const rowOf = new Map(Array.from({ length: meta.projects }, (_, row) => [previous.slug(row), row]));
  const positions = new Float32Array(rows.length * 2).fill(Number.NaN);
  rows.forEach((row, i) => {
    const former = rowOf.get(projects.slug(row));
    if (former === undefined || (x[former] === nowhere.x && y[former] === nowhere.y)) return;
    positions[i * 2] = x[former]! / coordinateScale;
    positions[i * 2 + 1] = y[former]! / coordinateScale;
  });
  return { positions, extent: meta.extent, sameVectors: meta.embedder === embedder };
}
