/** Progress of each file of an import, stored in the catalog together with the records. */
import { createHash } from "node:crypto";
import type { Catalog } from "../catalog/catalog.ts";
import type { ImportRun } from "../catalog/import-runs.ts";
import type { CatalogWriter } from "../catalog/writer.ts";
import type { ImportHolder } from "./import-holder.ts";
import type { Input } from "./read/inputs.ts";
import type { RejectsFile } from "./rejects.ts";

/** Must be equal, in addition to the file, for an interrupted import to resume. */
export interface RunIdentity {
  kind: string;
  mapDigest: string | null;
  source: string | null;
}

/** Progress of one input: lines of a file, or files of a folder. Standard input cannot be resumed. */
export class ImportCheckpoint {
  readonly file: string;
  /** Null: the progress is not stored. */
  readonly run: ImportRun | null;
  /** Lines or files up to here were committed by an interrupted import. */
  readonly resumedAt: number;
  /** Records rejected up to there. */
  readonly rejectedBefore: number;
  /** Last line or file whose records were committed. */
  handledTo: number;
  rejected: number;

  constructor(file: string, run: ImportRun | null, resumed: boolean) {
    this.file = file;
    this.run = run;
    this.resumedAt = resumed && run !== null ? run.committedLine : 0;
    this.rejectedBefore = resumed && run !== null ? run.rejected : 0;
    this.handledTo = this.resumedAt;
    this.rejected = this.rejectedBefore;
  }

  /** Stores the progress in the transaction that made it. */
  async save(writer: CatalogWriter, rejects: RejectsFile, finishedAt: string | null = null): Promise<void> {
    if (this.run === null) return;
    await writer.saveRun({
      ...this.run,
      committedLine: this.handledTo,
      rejected: this.rejected,
      rejectsFile: rejects.path,
      rejectsBytes: rejects.bytes,
      finishedAt,
    });
  }
}

/** The checkpoint of an interrupted import of the same file, map and options; otherwise a new one. */
export async function openCheckpoint(
  catalog: Catalog,
  input: Input,
  identity: RunIdentity & { resume: boolean; holder: ImportHolder | null },
): Promise<ImportCheckpoint> {
  const { kind, mapDigest, source, resume, holder } = identity;
  if (input.type === "stdin" || holder === null) return new ImportCheckpoint(input.file, null, false);
  const format = input.type === "markdown" ? "markdown" : input.format;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([kind, input.state, format, mapDigest, source]))
    .digest("hex");
  const before = resume ? await catalog.unfinishedRun(fingerprint) : null;
  // While another process imports the file, this one starts from the beginning, which is always correct.
  if (before !== null && before.committedLine > 0 && !(await holder.isRunning(before.holder)))
    return new ImportCheckpoint(input.file, { ...before, holder: holder.id }, true);
  const run: ImportRun = {
    fingerprint,
    kind,
    file: input.file,
    holder: holder.id,
    committedLine: 0,
    rejected: 0,
    rejectsFile: null,
    rejectsBytes: 0,
    startedAt: new Date().toISOString(),
    finishedAt: null,
  };
  return new ImportCheckpoint(input.file, run, false);
}
