/** How many neighbors the corpus's own projects have: what an idea's neighborhood is compared with. */
import { neighborsOf } from "../../corpus/projects/neighbors.ts";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { EmbeddingError } from "../../embed/embedder.ts";
import { firstCharacters } from "../../search/snippet.ts";
import { prepareQuery } from "../../search/vector/vector-index.ts";
import type { Vector } from "../embed/embed-texts.ts";

/** Projects of the sample. */
const sampled = 400;
/** Of a description, where there is no one-liner: about the length of an idea. */
const ideaCharacters = 200;

/**
 * Ascending; none when the embedder fails. Each project is represented by its one-liner, like an idea: its whole text would be
 * closer to other whole texts than any idea is.
 */
export async function neighborhoodSizes(
  corpus: { projects: ProjectIndex; calibrated(cosine: number): number },
  embedTexts: (texts: readonly string[]) => Promise<Vector[]>,
): Promise<Uint32Array> {
  const { projects } = corpus;
  const all = projects.liveRows();
  const rows = evenly(projects.count).filter((row) => ideaOf(projects, row) !== "");
  const vectors = await embedTexts(rows.map((row) => ideaOf(projects, row))).catch((error) => {
    if (error instanceof EmbeddingError) return [];
    throw error;
  });
  const sizes = vectors.flatMap((vector, i) => {
    if (!vector) return [];
    const found = neighborsOf(corpus, prepareQuery(vector, projects.rotation), all).rows;
    return [found.includes(rows[i]!) ? found.length - 1 : found.length];
  });
  return Uint32Array.from(sizes).sort();
}

function ideaOf(projects: ProjectIndex, row: number): string {
  const { record, text } = projects.result(row);
  return (record.oneLiner ?? firstCharacters(text, ideaCharacters)).trim();
}

/** Rows at equal steps. */
function evenly(count: number): number[] {
  const taken = Math.min(count, sampled);
  return Array.from({ length: taken }, (_, i) => Math.floor(((i + 0.5) * count) / taken));
}
