/** The project step: one segment with all projects, written whole; vectors of unchanged texts are cheap. */
import { join } from "node:path";
import type { Manifest, ManifestEmbedder } from "../corpus/manifest.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "../corpus/projects/project-layout.ts";
import { writeProjectSegment } from "../corpus/projects/project-segment-writer.ts";
import { projectText } from "../corpus/projects/project-texts.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { CatalogContent } from "./catalog-content.ts";
import { Digest } from "./digest.ts";
import type { PublishRun } from "./progress.ts";
import type { Vector } from "./text-embedding.ts";
import { verifyWithTexts } from "./verify.ts";

/** Changes whenever the same projects would give another segment. */
const projectsVersion = 2;

export async function buildProjects(
  run: PublishRun,
  from: {
    content: CatalogContent;
    embedder: ManifestEmbedder;
    embedProjects(texts: readonly string[]): Promise<Vector[]>;
  },
): Promise<Manifest["projects"]> {
  const { content, embedder } = from;
  const { projects, hackathons, taxonomy, importTimes } = content;
  const name = new Digest()
    .add(projectsVersion, content.projectsDigest, embedder.version, importTimes.projects ?? "")
    .short();
  const file = `projects-${name}`;
  const whole = wholeProjects(run.segments, file);
  // A remote embedder that failed for some is asked again.
  if (whole && whole.missingVectors === 0) return describe(file, whole);
  run.report("projects", 0, projects.length);
  const vectors = await from.embedProjects(projects.map(({ record }) => projectText(record)));
  run.signal?.throwIfAborted();
  const meta = writeProjectSegment(join(run.segments, file), {
    projects,
    hackathons,
    taxonomy,
    importedAt: importTimes.projects,
    vectors,
    dimensions: embedder.dimensions,
  });
  run.report("projects", projects.length, projects.length);
  return describe(file, meta, embedder.kind === "remote" ? meta.missingVectors : 0);
}

function wholeProjects(segments: string, file: string): ProjectSegmentMeta | null {
  try {
    return verifyWithTexts<ProjectSegmentMeta>(segments, file, projectSegmentKind);
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

/** A project of which the built-in embedder knows no word is not one that could not be embedded. */
function describe(file: string, meta: ProjectSegmentMeta, unembedded = 0): Manifest["projects"] {
  return { file, count: meta.projects, unembedded };
}
