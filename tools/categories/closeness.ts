/** How close real projects are to the texts of each category, by the embedder of a published snapshot. */
import type { ProjectRecord } from "../../src/contract/records/project-record.ts";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { currentSnapshot, readManifest } from "../../src/corpus/manifest.ts";
import { projectText } from "../../src/corpus/projects/project-texts.ts";
import type { TaxonomyCategory } from "../../src/corpus/taxonomy/taxonomy.ts";
import {
  addVectorEvidence,
  categoryVectors,
  taxonomyTexts,
} from "../../src/publish/categories/vector-evidence.ts";
import { closenessWeight } from "../../src/publish/categories/weights.ts";
import { openModel } from "../../src/publish/embed/open-model.ts";

/** Adds to the evidence for each category how close a project is to it. */
export type AddCloseness = (evidence: Float64Array, record: ProjectRecord) => void;

/** With the built-in embedder of the current snapshot in a data directory. Throws where there is none. */
export function closenessIn(data: string, categories: readonly TaxonomyCategory[]): AddCloseness {
  const directory = dataDirectory(data);
  const id = currentSnapshot(directory);
  const file = id && readManifest(directory, id).embedder.file;
  if (!file) throw new Error(`no snapshot with vectors of the built-in embedder is published in ${data}`);
  const model = openModel(directory.segments, file);
  const texts = taxonomyTexts(categories);
  const space = categoryVectors(
    texts,
    texts.map(({ text }) => model.embedText(text)),
    categories.length,
  );
  if (!space) throw new Error("the embedder knows no word of the taxonomy");
  return (evidence, record) =>
    addVectorEvidence(evidence, model.embedText(projectText(record)), { ...space, weight: closenessWeight });
}
