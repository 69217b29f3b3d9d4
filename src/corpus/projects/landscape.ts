/**
 * What publish computes about all projects together: a map, and how crowded it is around each. A file of its own beside
 * the projects segment, with its rows.
 */
import { buildStringTable, type StringTableArrays, stringAt } from "../../search/lookup/string-table.ts";
import type { LoadedSections } from "../../search/segment/section-file.ts";
import type { Sections } from "../../search/segment/section-format.ts";
import { underPrefix, withPrefix } from "../section-names.ts";

export const landscapeKind = "landscape";

/** Version of the file and of the rules that make it; increment it when the same projects yield another. */
export const landscapeVersion = 1;

/** Coordinates are stored in ten-thousandths. */
export const coordinateScale = 10_000;

export interface LandscapeMeta {
  projects: number;
  /** Length of the map's side in units of the forces, for the next layout. */
  extent: number;
  /** Version of the embedder that made the vectors, and of the texts. */
  embedder: string;
  /** Digest of the positions. */
  revision: string;
}

/** Columns by row of the projects segment. */
export interface Landscape {
  meta: LandscapeMeta;
  /** 0 to {@link coordinateScale}. */
  x: Uint16Array;
  y: Uint16Array;
  /** Number of neighbors of each project of an even sample, ascending. */
  neighbourhoods: Uint32Array;
  slug(row: number): string;
  name(row: number): string;
}

export interface LandscapeColumns {
  x: Uint16Array;
  y: Uint16Array;
  neighbourhoods: Uint32Array;
  slugs: readonly string[];
  names: readonly string[];
}

export function landscapeSections({ x, y, neighbourhoods, slugs, names }: LandscapeColumns): Sections {
  return {
    x,
    y,
    neighbourhoods,
    ...withPrefix("slugs", buildStringTable(slugs)),
    ...withPrefix("names", buildStringTable(names)),
  };
}

export function openLandscape(loaded: LoadedSections<LandscapeMeta>): Landscape {
  const { x, y, neighbourhoods } = loaded.arrays as unknown as LandscapeColumns;
  const slugs = underPrefix<StringTableArrays>(loaded, "slugs").arrays;
  const names = underPrefix<StringTableArrays>(loaded, "names").arrays;
  return {
    meta: loaded.meta,
    x,
    y,
    neighbourhoods,
    slug: (row) => stringAt(slugs, row),
    name: (row) => stringAt(names, row),
  };
}
