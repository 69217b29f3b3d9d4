/** Ranks technologies by the number of projects that use them, each once, under its most common kind. */
import type { BuiltWithKind } from "../../contract/api/built-with.ts";
import type { Technology } from "../../contract/api/technologies.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { countValues } from "../../search/columns/count-values.ts";
import { topValues } from "../../search/columns/top-values.ts";

export interface TechnologyRanking {
  /** Most technologies. */
  topK: number;
  /** Only those whose most common kind is this. */
  kind?: BuiltWithKind | undefined;
  /** Leaves out the one of this name, as {@link toolKey} writes it. */
  except?: string;
}

export interface RankedTechnology {
  technology: Technology;
  /** Number of projects of each set that use it. */
  counts: number[];
}

/** By the count in the first set descending, then kind, then name; those absent from the first set are left out. */
export function rankTechnologies(
  { columns }: ProjectIndex,
  sets: readonly [Uint8Array, ...Uint8Array[]],
  { topK, kind, except }: TechnologyRanking,
): RankedTechnology[] {
  const { technologies } = columns;
  const { values } = technologies;
  const counts = sets.map((rows) => countValues(technologies, rows));
  const chosen = topValues(technologies, counts[0]!, {
    limit: topK,
    byLabel: true,
    where: (value) =>
      (kind === undefined || values[value]!.label === kind) &&
      (except === undefined || values[value]!.key !== except),
  });
  return chosen.map((value) => ({
    technology: { category: values[value]!.label as BuiltWithKind, name: values[value]!.key },
    counts: counts.map((some) => some[value]!),
  }));
}
