/** A backup cannot be written or restored. The message is one line and says what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The file that was given cannot be a backup's target. The message is one line and says what to give instead. */
export class BackupUsageError extends Error {
  override readonly name = "BackupUsageError";
}
