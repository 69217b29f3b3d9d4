/** What publish computes about the corpus as a whole: a map of all projects, and how crowded it is around each. */

/** Columns by row of the projects segment. */
export interface Landscape {
  /** Positions on the map, 0 to 10,000. */
  x: Uint16Array;
  y: Uint16Array;
  /** Names, as the records spell them. */
  names: readonly string[];
  /** Digest of the positions. */
  revision: string;
  /** Number of neighbours of each project of an even sample, ascending. */
  neighbourhoods: Uint32Array;
}
