/** Checks filter keys against the corpus. Most unknown keys just match nothing; the ones checked here are refused. */
import { ApiError } from "../contract/api/errors.ts";
import { categoryLabels } from "../corpus/projects/category-keys.ts";
import type { ProjectCorpus } from "../corpus/projects/project-corpus.ts";

/** Throws INVALID_QUERY, naming `field`, for a key that is not in the taxonomy in use. */
export function checkCategoryKeys(
  keys: readonly string[] | undefined,
  field: string,
  { taxonomy }: ProjectCorpus,
): void {
  const known = categoryLabels(taxonomy);
  const unknown = keys?.find((key) => !known.has(key));
  if (unknown !== undefined)
    throw new ApiError(
      "INVALID_QUERY",
      `${field}: "${unknown}" is not a category; use the keys of GET /categories (taxonomy ${taxonomy.version})`,
    );
}

/** Throws INVALID_QUERY, naming `field`, for a track of a known hackathon that has no prize tracks. */
export function checkTrackKeys(
  keys: readonly string[] | undefined,
  field: string,
  { projects }: ProjectCorpus,
): void {
  for (const key of keys ?? []) {
    const slug = key.slice(0, key.indexOf("/"));
    const hackathon = projects.hackathons.get(slug);
    if (!hackathon || hackathon.tracks.length > 0) continue;
    const start = `${slug}/`;
    if (projects.columns.tracks.values.some((track) => track.key.startsWith(start))) continue;
    throw new ApiError(
      "INVALID_QUERY",
      `${field}: "${slug}" has no prize tracks; use hackathons${hackathon.labels.length > 0 ? " or labelKeys" : ""} instead`,
    );
  }
}
