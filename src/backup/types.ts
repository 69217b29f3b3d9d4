/** What a backup and a restore report. */
import type { BackupDescription } from "./backup-format.ts";

interface Report extends Pick<BackupDescription, "version" | "createdAt" | "schemas" | "snapshot"> {
  /** The backup's path. */
  file: string;
  /** Number of files in it. */
  files: number;
  seconds: number;
}

export interface BackupReport extends Report {
  /** Size of the backup. */
  bytes: number;
  /** Why the snapshot is missing, although it was wanted; null when nothing is wrong. */
  snapshotProblem: string | null;
}

export interface RestoreReport extends Report {
  dataDir: string;
  /** Where the former data directory is now; null when there was none. */
  replaced: string | null;
}
