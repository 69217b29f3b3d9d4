/** For tests: a projects segment in a temp directory, opened as one thread would. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProjectRecord, projectRecordSchema } from "../../contract/records/project-record.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";
import { bitsetBytes, setRange } from "../../search/bitset.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { layScratch } from "../../search/kernels/scratch.ts";
import { seededGaussian } from "../../search/random.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { loadTaxonomy, type Taxonomy } from "../taxonomy/taxonomy.ts";
import { ProjectIndex } from "./project-index.ts";
import type { ProjectSegmentInput, SegmentProject } from "./project-input.ts";
import { type ProjectSegmentMeta, projectSegmentKind, type SegmentHackathon } from "./project-layout.ts";
import { writeProjectSegment } from "./project-segment-writer.ts";
import { projectText } from "./project-texts.ts";

export const taxonomy: Taxonomy = loadTaxonomy();
export const fakeDimensions = 64;
export const importedAt = "2026-01-02T03:04:05.000Z";

const termVectors = new Map<string, Float32Array>();

function termVector(term: string): Float32Array {
  let vector = termVectors.get(term);
  if (!vector) {
    const seed = Array.from(term).reduce((sum, c) => (Math.imul(sum, 31) + c.codePointAt(0)!) >>> 0, 7);
    const gaussian = seededGaussian(seed);
    vector = Float32Array.from({ length: fakeDimensions }, () => gaussian());
    termVectors.set(term, vector);
  }
  return vector;
}

/** A deterministic embedder: texts that share terms are similar. Null for a text without terms. */
export function fakeEmbed(text: string): Float32Array | null {
  const terms = queryTerms(text);
  if (terms.length === 0) return null;
  const sum = new Float32Array(fakeDimensions);
  for (const term of terms) {
    const vector = termVector(term);
    for (let j = 0; j < fakeDimensions; j++) sum[j]! += vector[j]!;
  }
  const norm = Math.hypot(...sum);
  return sum.map((x) => x / norm);
}

/** Fills in the fields that a test does not set. */
export function projectOf(fields: Partial<ProjectRecord> & { slug: string }): SegmentProject {
  const record = projectRecordSchema.parse({ name: fields.slug, ...fields });
  return {
    slug: record.slug,
    hackathonSlug: record.hackathon?.slug ?? "unaffiliated",
    record,
    createdAt: record.createdAt ?? "2025-01-01T00:00:00Z",
  };
}

/** The hackathons that the projects name, as the catalog would create them. */
export function hackathonsOf(projects: readonly SegmentProject[]): SegmentHackathon[] {
  const found = new Map<string, SegmentHackathon>();
  for (const { hackathonSlug, record } of projects) {
    if (found.has(hackathonSlug)) continue;
    const { name = hackathonSlug, startDate = null } = record.hackathon ?? {};
    found.set(hackathonSlug, { slug: hackathonSlug, name, startDate, tracks: [], labels: [] });
  }
  return [...found.values()];
}

export interface OpenIndex {
  index: ProjectIndex;
  meta: ProjectSegmentMeta;
  path: string;
  /** Closes the index and removes its files. */
  dispose(): void;
}

export function openIndex(
  projects: readonly SegmentProject[],
  changes: Partial<ProjectSegmentInput> = {},
): OpenIndex {
  const directory = mkdtempSync(join(tmpdir(), "priorart-projects-"));
  const path = join(directory, "projects");
  const meta = writeProjectSegment(path, {
    projects,
    hackathons: hackathonsOf(projects),
    taxonomy,
    importedAt,
    vectors: projects.map(({ record }) => fakeEmbed(projectText(record))),
    dimensions: fakeDimensions,
    ...changes,
  });
  const arena = new Arena(1 << 20);
  const loaded = readSections<ProjectSegmentMeta>(`${path}.seg`, projectSegmentKind, arena);
  const liveBytes = bitsetBytes(meta.projects);
  const live = arena.bytes(arena.allocate(liveBytes), liveBytes);
  setRange(live, 0, meta.projects);
  const index = new ProjectIndex(loaded, `${path}.txt`, { arena, scratch: layScratch(arena), live });
  const dispose = () => {
    index.close();
    rmSync(directory, { recursive: true });
  };
  return { index, meta, path, dispose };
}

/** The records of a JSON Lines file. */
export function readProjects(file: URL): SegmentProject[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => projectOf(JSON.parse(line)));
}
