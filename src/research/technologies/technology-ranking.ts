/** Technologies by how many projects carry them, each once, under the kind that most projects list it under. */
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
  /** How many projects of each set carry it. */
  counts: number[];
}

/** By the count in the first set descending, then kind, then name; those that the first set lacks are left out. */
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
