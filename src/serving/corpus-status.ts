/** Status for administrators: what is served, what the catalog contains, and the results of the last imports. */
import { open } from "node:fs/promises";
import { basename, join } from "node:path";
import type { z } from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import type { ImportRun } from "../catalog/import-runs.ts";
import type { corpusResponseSchema, importRunSchema, rejectSchema } from "../contract/api/console/corpus.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, type Manifest, readManifest } from "../corpus/manifest.ts";
import { groupRejects } from "./reject-reasons.ts";
import type { ServedSnapshot } from "./serving.ts";

export type CorpusStatus = z.infer<typeof corpusResponseSchema>;
type ShownRun = z.infer<typeof importRunSchema>;
type Reject = z.infer<typeof rejectSchema>;

const runsShown = 20;
const rejectsShown = 5;
/** The rejects of so many bytes are grouped; a line that is cut off is left out. */
const rejectsBytes = 256 * 1024;

export interface CorpusStatusOptions {
  dataDir: string;
  catalog: Pick<Catalog, "counts" | "importTimes" | "importRuns">;
  /** What requests are answered from; null: nothing yet. */
  served: ServedSnapshot | null;
}

/** Throws a SegmentError when the current snapshot's manifest is damaged. */
export async function readCorpusStatus(options: CorpusStatusOptions): Promise<CorpusStatus> {
  const { dataDir, catalog, served } = options;
  const directory = dataDirectory(dataDir);
  const published = currentSnapshot(directory);
  const manifest = published === null ? null : readManifest(directory, published);
  const imported = await catalog.importTimes();
  const runs = await catalog.importRuns(runsShown);
  return {
    snapshot: served && {
      id: served.id,
      revision: served.corpusRevision,
      projects: served.projects,
      documents: served.documents,
      chunks: served.chunks,
    },
    published,
    catalog: await catalog.counts(),
    imported,
    waiting: waitingFor(imported, manifest?.freshness ?? null),
    imports: await Promise.all(runs.map((run) => shownRun(dataDir, run))),
  };
}

/** An import that changed nothing does not update its time: a new time means that records changed. */
function waitingFor(
  imported: CorpusStatus["imported"],
  freshness: Manifest["freshness"] | null,
): CorpusStatus["waiting"] {
  const { projects, archive } = imported;
  return {
    projects: projects !== null && projects !== (freshness?.projectsSyncedAt ?? null),
    archive: archive !== null && archive !== (freshness?.archiveIngestedAt ?? null),
  };
}

async function shownRun(dataDir: string, run: ImportRun): Promise<ShownRun> {
  const name = run.rejectsFile && basename(run.rejectsFile);
  const rejects = name === null ? [] : await firstRejects(join(dataDir, "rejects", name));
  return {
    kind: run.kind,
    file: basename(run.file),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    lines: run.committedLine,
    rejected: run.rejected,
    rejectsFile: name,
    rejects: rejects.slice(0, rejectsShown),
    ...groupRejects(rejects, { lines: run.committedLine, rejected: run.rejected }),
  };
}

/** The first rejects of a file. The operator may have removed it; then there are none to show. */
export async function firstRejects(path: string): Promise<Reject[]> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return [];
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(rejectsBytes), position: 0 });
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n").slice(0, -1);
    return lines.map((line) => {
      const { line: number, record, field, rule, message } = JSON.parse(line) as Reject;
      return { line: number, record, field, rule, message };
    });
  } finally {
    await file.close();
  }
}
