/** For tests: a snapshot of a few projects and documents, written without a catalog. */
import { join } from "node:path";
import { tempFolder } from "../search/segment/temp-folder.case.ts";
import { identityCalibration } from "../search/vector/calibration.ts";
import { bySourceAndId, documentOf, type TestDocument, writeSegment } from "./archive/archive-index.case.ts";
import { createDataDirectory } from "./data-directory.ts";
import { type Manifest, type ManifestSource, manifestFormat, writeManifest } from "./manifest.ts";
import {
  fakeDimensions,
  fakeEmbed,
  hackathonsOf,
  importedAt,
  projectOf,
  taxonomy,
} from "./projects/project-index.case.ts";
import { writeProjectSegment } from "./projects/project-segment-writer.ts";
import { projectText } from "./projects/project-texts.ts";

export const snapshotId = "000001";

export const sourceOf = (key: string, access: ManifestSource["access"]): ManifestSource => ({
  key,
  label: `Label of ${key}`,
  kind: "essays",
  access,
  licenceNote: null,
});

/** Slugs of the projects. */
export const slugs = ["ledger", "harvest", "clinic"];
/** Two segments of the archive. */
export const segments: readonly (readonly TestDocument[])[] = [
  [documentOf(1, { passages: ["rain on the roof", "of the market"] }), documentOf(2, { source: "papers" })],
  [documentOf(3, { passages: ["a wooden bridge"] })],
].map((documents) => documents.sort(bySourceAndId));

/** Writes the snapshot into a new data directory and returns its root. */
export function writeSnapshot(changes: Partial<Manifest> = {}): { root: string; manifest: Manifest } {
  const directory = createDataDirectory(tempFolder());
  const projects = slugs.map((slug) => projectOf({ slug, oneLiner: `A ${slug} for everyone` }));
  writeProjectSegment(join(directory.segments, "projects"), {
    projects,
    hackathons: hackathonsOf(projects),
    taxonomy,
    importedAt,
    vectors: projects.map(({ record }) => fakeEmbed(projectText(record))),
    dimensions: fakeDimensions,
  });
  const first = writeSegment(join(directory.segments, "archive-0"), segments[0]!);
  const parameters = { passages: first.passages, wholes: first.wholes };
  const second = writeSegment(join(directory.segments, "archive-1"), segments[1]!, parameters);
  const manifest: Manifest = {
    format: manifestFormat,
    id: snapshotId,
    inputs: "inputs",
    corpusRevision: "revision",
    lastWithdrawal: 10,
    embedder: {
      version: "fake",
      kind: "remote",
      dimensions: fakeDimensions,
      file: null,
      calibration: identityCalibration,
      texts: 0,
    },
    projects: { file: "projects", inputs: "projects", count: slugs.length, unembedded: 0 },
    clusters: null,
    archive: {
      parameters,
      segments: [first, second].map(({ documents, chunks }, s) => ({
        file: `archive-${s}`,
        documents,
        chunks,
        superseded: [],
        unembedded: [],
      })),
    },
    sources: [sourceOf("essays", "open"), sourceOf("papers", "excerpt"), sourceOf("letters", "open")],
    hackathons: [],
    taxonomy,
    freshness: { projectsSyncedAt: importedAt, embeddingsVersion: "fake", archiveIngestedAt: null },
    ...changes,
  };
  writeManifest(directory, manifest);
  return { root: directory.root, manifest };
}
