interface SegmentErrorOptions extends ErrorOptions {
  /** What to do; by default, build the file again or return to the snapshot before. */
  remedy?: string;
}

const rebuild =
  'Run "priorart publish" to build it again, or "priorart publish --rollback" to return to the snapshot before';

/** A file of a snapshot cannot be used. The message names the file, what is wrong and how to fix it. */
export class SegmentError extends Error {
  override name = "SegmentError";
  readonly path: string;

  constructor(path: string, problem: string, { remedy = rebuild, ...options }: SegmentErrorOptions = {}) {
    super(`${path}: ${problem}. ${remedy}.`, options);
    this.path = path;
  }
}
