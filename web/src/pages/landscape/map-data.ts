/** The landscape as typed arrays, made once for each response. */
import type { LandscapeResponse } from "../../../../src/contract/api/landscape.ts";
import { type Grid, gridOf } from "./grid.ts";

export interface MapData {
  source: LandscapeResponse;
  x: Float32Array;
  y: Float32Array;
  grid: Grid;
  /** Number of projects in each cluster. */
  clusterSizes: Uint32Array;
  /** Position of each project. */
  places: ReadonlyMap<string, number>;
}

export function mapData(source: LandscapeResponse): MapData {
  const x = Float32Array.from(source.x);
  const y = Float32Array.from(source.y);
  const clusterSizes = new Uint32Array(source.clusters.keys.length);
  for (const cluster of source.cluster) if (cluster >= 0) clusterSizes[cluster]!++;
  return {
    source,
    x,
    y,
    grid: gridOf(x, y),
    clusterSizes,
    places: new Map(source.slugs.map((slug, at) => [slug, at])),
  };
}
