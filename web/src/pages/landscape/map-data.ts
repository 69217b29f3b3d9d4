/** The landscape as typed arrays, made once for each response. */
import type { LandscapeResponse } from "../../../../src/contract/api/landscape.ts";
import { type Grid, gridOf } from "./grid.ts";
import { placesOf, type Unplaced } from "./places.ts";
import type { Box } from "./view.ts";

export interface MapData {
  source: LandscapeResponse;
  x: Float32Array;
  y: Float32Array;
  /** The part of the map that has projects. */
  box: Box;
  unplaced: Unplaced | null;
  grid: Grid;
  /** Number of projects in each cluster. */
  clusterSizes: Uint32Array;
  /** Position of each project. */
  places: ReadonlyMap<string, number>;
}

export function mapData(source: LandscapeResponse): MapData {
  const { x, y, box, unplaced } = placesOf(source);
  const clusterSizes = new Uint32Array(source.clusters.keys.length);
  for (const cluster of source.cluster) if (cluster >= 0) clusterSizes[cluster]!++;
  return {
    source,
    x,
    y,
    box,
    unplaced,
    grid: gridOf(x, y),
    clusterSizes,
    places: new Map(source.slugs.map((slug, at) => [slug, at])),
  };
}
