/**
 * The landscape step: a map of all projects that continues the previous one, and the neighborhoods that ideas are
 * compared with. Its file is named by the digest of its inputs, so that an interrupted publish can reuse it.
 */
import { join } from "node:path";
import type { Manifest, ManifestEmbedder, ManifestLandscape } from "../../corpus/manifest.ts";
import {
  type Landscape,
  type LandscapeMeta,
  landscapeKind,
  landscapeSections,
  landscapeVersion,
  openLandscape,
} from "../../corpus/projects/landscape.ts";
import { projectVectorsVersion } from "../../corpus/projects/project-texts.ts";
import { Digest } from "../../digest/digest.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { writeSections } from "../../search/segment/section-writer.ts";
import { SegmentError } from "../../search/segment/segment-error.ts";
import { applyCalibration } from "../../search/vector/calibration.ts";
import type { Embedding } from "../embed/embedding.ts";
import type { PublishRun } from "../types.ts";
import { neighborhoodSizes } from "./neighborhood-sizes.ts";
import { openProjects } from "./open-projects.ts";
import { mapProjects } from "./project-map.ts";

interface LandscapeInput {
  embedding: Embedding;
  /** Name of the projects segment, without extension. */
  projects: string;
  /** The previous snapshot. */
  previous: Manifest | null;
}

export async function writeLandscape(run: PublishRun, from: LandscapeInput): Promise<ManifestLandscape> {
  const { projects } = from;
  const former = from.previous?.landscape ?? null;
  if (former && former.version === landscapeVersion && former.projects === projects) return former;
  const vectorsVersion = projectVectorsVersion(from.embedding.embedder.version);
  const digest = new Digest().add(landscapeVersion, projects, former?.file ?? "", vectorsVersion);
  const written = { file: `landscape-${digest.short()}`, version: landscapeVersion, projects };
  if (!readLandscape(run.segments, written)) await write(run, from, written.file);
  return written;
}

async function write(
  run: PublishRun,
  { embedding, projects: projectsFile, previous }: LandscapeInput,
  file: string,
): Promise<void> {
  const { embedder } = embedding;
  const vectorsVersion = projectVectorsVersion(embedder.version);
  const projects = openProjects(run.segments, projectsFile);
  try {
    const { x, y, extent } = mapProjects(projects, {
      previous: previous?.landscape ? readLandscape(run.segments, previous.landscape) : null,
      embedder: vectorsVersion,
      onStep: (done, total) => {
        run.report("landscape", done, total);
        run.signal?.throwIfAborted();
      },
    });
    const neighbourhoods = await neighborhoodSizes(corpusOf(projects, embedder), embedding.embedTexts);
    run.signal?.throwIfAborted();
    const rows = Array.from({ length: projects.count }, (_, row) => row);
    const slugs = rows.map((row) => projects.slug(row));
    const names = rows.map((row) => projects.record(row).name);
    const digest = new Digest();
    for (const slug of slugs) digest.add(slug);
    const revision = digest.addBytes(bytesOf(x)).addBytes(bytesOf(y)).short();
    const meta: LandscapeMeta = { projects: projects.count, extent, embedder: vectorsVersion, revision };
    writeSections(join(run.segments, `${file}.seg`), {
      kind: landscapeKind,
      meta,
      sections: landscapeSections({ x, y, neighbourhoods, slugs, names }),
    });
  } finally {
    projects.close();
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

function corpusOf<Projects>(projects: Projects, { calibration }: ManifestEmbedder) {
  return { projects, calibrated: (cosine: number) => applyCalibration(calibration, cosine) };
}

/** Null when the file is missing, damaged or of another version. */
function readLandscape(segments: string, { file, version }: ManifestLandscape): Landscape | null {
  if (version !== landscapeVersion) return null;
  try {
    const path = join(segments, `${file}.seg`);
    return openLandscape(readSections<LandscapeMeta>(path, landscapeKind, new Arena(1 << 16)));
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}
