/** Write, the projects: one segment with all of them. */
import { join } from "node:path";
import type { Manifest, ManifestClusters } from "../corpus/manifest.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "../corpus/projects/project-layout.ts";
import { writeProjectSegment } from "../corpus/projects/project-segment-writer.ts";
import { Digest } from "../digest/digest.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { DerivedProjects } from "./derive-projects.ts";
import type { Embedding } from "./embed/embedding.ts";
import type { CatalogContent } from "./read-catalog.ts";
import type { PublishRun } from "./types.ts";
import { verifyWithTexts } from "./verify-segments.ts";

export interface WrittenProjects {
  projects: Manifest["projects"];
  clusters: ManifestClusters | null;
}

/** `inputs`: digest of all that the segment is made of, but for the clusters that were there before. */
export function writeProjects(
  run: PublishRun,
  from: { content: CatalogContent; embedding: Embedding; inputs: string; derived: DerivedProjects },
): WrittenProjects {
  const { content, inputs, derived } = from;
  const { embedder } = from.embedding;
  const { clusters, projects, vectors } = derived;
  const file = `projects-${new Digest().add(inputs, clusters.file ?? "").short()}`;
  const described = (meta: ProjectSegmentMeta): WrittenProjects => ({
    projects: {
      file,
      inputs,
      count: meta.projects,
      // A project of which the built-in embedder knows no word is not one that could not be embedded.
      unembedded: embedder.kind === "remote" ? meta.missingVectors : 0,
    },
    clusters: clusters.file ? { file: clusters.file, generation: clusters.generation } : null,
  });
  const finished = finishedProjects(run.segments, file);
  // A remote embedder that failed for some was asked again.
  if (finished && finished.missingVectors === 0) return described(finished);
  run.report("projects", 0, projects.length);
  const meta = writeProjectSegment(join(run.segments, file), {
    projects,
    hackathons: content.hackathons,
    taxonomy: content.taxonomy,
    importedAt: content.importTimes.projects,
    vectors,
    dimensions: embedder.dimensions,
    clustering: clusters.clustering,
  });
  run.report("projects", projects.length, projects.length);
  return described(meta);
}

/** What an interrupted publish has written under this name; null when it is not there or not whole. */
function finishedProjects(segments: string, file: string): ProjectSegmentMeta | null {
  try {
    return verifyWithTexts<ProjectSegmentMeta>(segments, file, projectSegmentKind);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}
