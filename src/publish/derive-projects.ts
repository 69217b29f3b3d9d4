/** Derives vectors and clusters of projects, and the tags and categories that the import does not supply. */
import type { CatalogDerived, CatalogProject } from "../catalog/types.ts";
import type { SegmentProject } from "../corpus/projects/project-input.ts";
import { projectText } from "../corpus/projects/project-texts.ts";
import { EmbeddingError } from "../embed/embedder.ts";
import { categoriesVersion, categoriseProjects } from "./categories/categorise-projects.ts";
import { type ClusteredProjects, clusterProjects, clustersVersion } from "./clusters/cluster-projects.ts";
import type { LanguageModel } from "./clusters/language-model.ts";
import type { Vector } from "./embed/embed-texts.ts";
import type { CatalogContent } from "./read-catalog.ts";
import { deriveTags, hasImportedTags, tagsVersion } from "./tags/derive-tags.ts";
import type { PublishRun } from "./types.ts";

export interface DeriveInput {
  content: CatalogContent;
  /** The embedder's version. */
  embedder: string;
  embedProjects(texts: readonly string[]): Promise<Vector[]>;
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
  const { projects, taxonomy, hackathons } = input.content;
  // Vectors are made from the imported texts only, without derived values.
  const vectors = await input.embedProjects(projects.map(({ record }) => projectText(record)));
  run.signal?.throwIfAborted();
  const categories = await categoriseProjects(run, {
    projects,
    vectors,
    taxonomy,
    embed: (texts) => input.embedProjects(texts).catch((error) => withoutVectors(texts, error)),
  });
  run.signal?.throwIfAborted();
  const tags = deriveTags(run, projects);
  run.signal?.throwIfAborted();
  const version = derivationVersion();
  const derived = projects.map(({ slug }, i): CatalogDerived => {
    return { slug, tags: tags[i]!, categories: categories[i]!, version };
  });
  await run.catalog.replaceDerived(derived.filter((row) => row.tags ?? row.categories));
  const enriched = projects.map((project, i) => enrich(project, derived[i]!));
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

function enrich(project: CatalogProject, { tags, categories }: CatalogDerived): SegmentProject {
  const { slug, hackathonSlug, record, createdAt } = project;
  const own = hasImportedTags(record) ? record.tags : null;
  return {
    slug,
    hackathonSlug,
    createdAt,
    record: { ...record, tags: tags ?? own, categories: categories ?? record.categories },
  };
}
