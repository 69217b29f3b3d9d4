/** The project step: derives, and writes one segment with all projects. What nothing has changed of is kept. */
import { join } from "node:path";
import type { Manifest, ManifestClusters, ManifestEmbedder } from "../corpus/manifest.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "../corpus/projects/project-layout.ts";
import { writeProjectSegment } from "../corpus/projects/project-segment-writer.ts";
import { Digest } from "../digest/digest.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { CatalogContent } from "./catalog-content.ts";
import type { LanguageModel } from "./clusters/language-model.ts";
import { derivationVersion, deriveProjects } from "./derive-projects.ts";
import type { PublishRun } from "./progress.ts";
import type { Vector } from "./text-embedding.ts";
import { verifyWithTexts } from "./verify.ts";

/** Changes whenever the same projects would give another segment. */
export const projectsVersion = 2;

export interface BuiltProjects {
  projects: Manifest["projects"];
  clusters: ManifestClusters | null;
}

export async function buildProjects(
  run: PublishRun,
  from: {
    content: CatalogContent;
    embedder: ManifestEmbedder;
    embedProjects(texts: readonly string[]): Promise<Vector[]>;
    previous: Manifest | null;
    /** File of the clusters whose keys and labels go on. */
    previousClusters: string | null;
    recluster: boolean;
    languageModel: LanguageModel | null;
  },
): Promise<BuiltProjects> {
  const { content, embedder, previous, recluster, languageModel } = from;
  const { hackathons, taxonomy, importTimes } = content;
  const inputs = new Digest()
    .add(projectsVersion, content.projectsDigest, embedder.version, importTimes.projects ?? "")
    .add(derivationVersion(), languageModel?.version ?? "")
    .short();
  if (previous?.projects.inputs === inputs && previous.projects.unembedded === 0 && !recluster)
    return { projects: previous.projects, clusters: previous.clusters };
  const derived = await deriveProjects(run, {
    content,
    embedder: embedder.version,
    embedProjects: from.embedProjects,
    previousClusters: from.previousClusters,
    recluster,
    languageModel,
  });
  const { clusters, projects, vectors } = derived;
  const file = `projects-${new Digest().add(inputs, clusters.file ?? "").short()}`;
  const described = (meta: ProjectSegmentMeta): BuiltProjects => ({
    projects: {
      file,
      inputs,
      count: meta.projects,
      // A project of which the built-in embedder knows no word is not one that could not be embedded.
      unembedded: embedder.kind === "remote" ? meta.missingVectors : 0,
    },
    clusters: clusters.file ? { file: clusters.file, generation: clusters.generation } : null,
  });
  const whole = wholeProjects(run.segments, file);
  // A remote embedder that failed for some was asked again.
  if (whole && whole.missingVectors === 0) return described(whole);
  run.report("projects", 0, projects.length);
  const meta = writeProjectSegment(join(run.segments, file), {
    projects,
    hackathons,
    taxonomy,
    importedAt: importTimes.projects,
    vectors,
    dimensions: embedder.dimensions,
    clustering: clusters.clustering,
  });
  run.report("projects", projects.length, projects.length);
  return described(meta);
}

function wholeProjects(segments: string, file: string): ProjectSegmentMeta | null {
  try {
    return verifyWithTexts<ProjectSegmentMeta>(segments, file, projectSegmentKind);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}
