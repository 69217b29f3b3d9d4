/** A file of a snapshot cannot be used. The message names the file, what is wrong and how to fix it. */
export class SegmentError extends Error {
  override name = "SegmentError";
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(
      `${path}: ${problem}. Run "priorart publish" to build it again, or "priorart publish --rollback" to return to the snapshot before.`,
      options,
    );
    this.path = path;
  }
}
