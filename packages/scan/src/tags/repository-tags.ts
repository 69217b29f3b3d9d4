/** The tags of a repository, by kind. */
import type { Network, TechnologyKind } from "../recognisers/technology.ts";

export interface TechnologyTag {
  /** At most 100 code points, like `version`. */
  name: string;
  version?: string | undefined;
  /** Between 0 and 1. */
  confidence?: number | undefined;
  /** At most 120 code points. */
  evidence?: string | undefined;
}

export interface ChainTag extends TechnologyTag {
  network?: Network | "unknown" | undefined;
}

/** At most 100 tags of each kind. */
export interface RepositoryTags extends Record<Exclude<TechnologyKind, "chains">, TechnologyTag[]> {
  schemaVersion: 1;
  chains: ChainTag[];
}
