/** A backup cannot be written or restored. The message is one line and says what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
