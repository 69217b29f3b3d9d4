/** Derives vectors and clusters of projects, and the tags and categories that the import does not supply. */
import type { CatalogDerived } from "../catalog/types.ts";
import type { SegmentProject } from "../corpus/projects/project-input.ts";
import { projectText } from "../corpus/projects/project-texts.ts";
import { EmbeddingError } from "../embed/embedder.ts";
import { categoriesVersion, categoriseProjects } from "./categories/categorise-projects.ts";
import { type ClusteredProjects, clusterProjects, clustersVersion } from "./clusters/cluster-projects.ts";
import type { LanguageModel } from "./clusters/language-model.ts";
import type { TextList, Vector } from "./embed/embed-texts.ts";
import type { CatalogContent } from "./read-catalog.ts";
import type { ProjectStore, StoredProject } from "./stored-projects.ts";
import { deriveTags, tagsVersion } from "./tags/derive-tags.ts";
import type { PublishRun } from "./types.ts";

export interface DeriveInput {
  content: CatalogContent;
  /** Version of the embedder and of the texts that it embeds. */
  embedder: string;
  embedProjects(texts: TextList): Promise<Vector[]>;
  /** Clusters file of the previous snapshot. */
  previousClusters: string | null;
  recluster: boolean;
  languageModel: LanguageModel | null;
}

export interface DerivedProjects {
  /** In the catalog's order, with derived values filled in. */
  projects: SegmentProject[];
  vectors: Vector[];
  clusters: ClusteredProjects;
}

/** Version of the rules that derive tags, categories and clusters. */
export function derivationVersion(): string {
  return `tags ${tagsVersion()}, categories ${categoriesVersion}, clusters ${clustersVersion}`;
}

export async function deriveProjects(run: PublishRun, input: DeriveInput): Promise<DerivedProjects> {
  const { projects, store, taxonomy, hackathons } = input.content;
  // Vectors are made from the imported texts only, without derived values.
  const vectors = await input.embedProjects({
    length: projects.length,
    slice: (from, to) => projects.slice(from, to).map(({ record }) => projectText(record)),
  });
  run.signal?.throwIfAborted();
  const categories = await categoriseProjects(run, {
    projects,
    vectors,
    taxonomy,
    embed: (texts) => input.embedProjects(texts).catch((error) => withoutVectors(texts, error)),
  });
  run.signal?.throwIfAborted();
  const enriched: StoredProject[] = [];
  for (const tags of deriveTags(run, projects)) {
    const i = enriched.length;
    enriched.push(store.withDerived(projects[i]!, { tags, categories: categories[i]! }));
  }
  run.signal?.throwIfAborted();
  await run.catalog.replaceDerived(derivedRows(store, enriched));
  const clusters = await clusterProjects(run, {
    projects: enriched,
    vectors,
    embedder: input.embedder,
    previous: input.previousClusters,
    recluster: input.recluster,
    languageModel: input.languageModel,
    hackathons,
    taxonomy,
  });
  return { projects: enriched, vectors, clusters };
}

/** The taxonomy's own texts may be the only new ones: when they cannot be embedded, only words decide. */
function withoutVectors(texts: readonly string[], error: unknown): Vector[] {
  if (error instanceof EmbeddingError) return texts.map(() => null);
  throw error;
}

/** Those with a derived field. */
function* derivedRows(store: ProjectStore, projects: readonly StoredProject[]): Generator<CatalogDerived> {
  const version = derivationVersion();
  for (const project of projects) {
    const derived = store.derived(project);
    if (derived.tags ?? derived.categories) yield { slug: project.slug, ...derived, version };
  }
}
