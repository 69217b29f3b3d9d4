/** The archive's backend does not answer, or cannot answer: callers see ARCHIVE_UNAVAILABLE. */
export class ArchiveBackendError extends Error {
  override name = "ArchiveBackendError";
  /** The same request may succeed a little later. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient = false) {
    super(message);
    this.isTransient = isTransient;
  }
}
