/** Write, projects part: one segment with all projects. */
import { join } from "node:path";
import type { Manifest, ManifestClusters } from "../corpus/manifest.ts";
import type { ProjectSegmentMeta } from "../corpus/projects/project-layout.ts";
import { writeProjectSegment } from "../corpus/projects/project-segment-writer.ts";
import { Digest } from "../digest/digest.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { DerivedProjects } from "./derive-projects.ts";
import type { Embedding } from "./embed/embedding.ts";
import type { CatalogContent } from "./read-catalog.ts";
import type { PublishRun } from "./types.ts";
import { verifyProjectSegment } from "./verify-segments.ts";

export interface WrittenProjects {
  projects: Manifest["projects"];
  clusters: ManifestClusters | null;
}

/** `inputs`: digest of all inputs of the segment, except the previous clusters. */
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
      // A project without a word known to the built-in embedder does not count as unembedded.
      unembedded: embedder.kind === "remote" ? meta.missingVectors : 0,
    },
    clusters: clusters.file ? { file: clusters.file, generation: clusters.generation } : null,
  });
  const finished = finishedProjects(run.segments, file);
  // Texts that a remote embedder failed for were retried.
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

/** The segment that an interrupted publish wrote under this name; null when it is missing or incomplete. */
function finishedProjects(segments: string, file: string): ProjectSegmentMeta | null {
  try {
    return verifyProjectSegment(segments, file);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}
