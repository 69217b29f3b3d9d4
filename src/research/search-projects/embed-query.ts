/** The vector of a query; null when the embedder knows none of its words, or fails. */
import type { ProjectContext } from "../context.ts";
import type { ReadQuery } from "../read-query.ts";

/** A failing embedder lowers quality but does not fail the search. */
export async function embedQuery(
  context: ProjectContext,
  { embedded, reworded }: ReadQuery,
  onSubstitute?: () => void,
): Promise<Float32Array | null> {
  if (context.snapshot.projects.meta.dimensions === 0) return null;
  try {
    const vector = await context.embedQuery(embedded, onSubstitute);
    return vector ?? (reworded === embedded ? null : await context.embedQuery(reworded, onSubstitute));
  } catch {
    return null;
  }
}
