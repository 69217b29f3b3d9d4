/** Reports the progress of an import, at most ten times a second. */
import type { ByteMeter } from "./read/bytes.ts";
import type { ImportProgress } from "./types.ts";

const EVERY_MS = 100;

export class ProgressReporter {
  readonly #report: ((progress: ImportProgress) => void) | undefined;
  readonly #meter: ByteMeter;
  readonly #totalBytes: number | null;
  readonly #startedAt = performance.now();
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    report: ((progress: ImportProgress) => void) | undefined,
    meter: ByteMeter,
    totalBytes: number | null,
  ) {
    this.#report = report;
    this.#meter = meter;
    this.#totalBytes = totalBytes;
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  update({ file, records, isLast = false }: { file: string; records: number; isLast?: boolean }): void {
    const now = performance.now();
    if (this.#report === undefined || (!isLast && now - this.#reportedAt < EVERY_MS)) return;
    this.#reportedAt = now;
    const { bytes } = this.#meter;
    const total = this.#totalBytes;
    const { seconds } = this;
    this.#report({
      file,
      records,
      recordsPerSecond: seconds > 0 ? records / seconds : 0,
      bytes,
      totalBytes: total,
      secondsLeft: total === null || bytes === 0 ? null : Math.max(0, (seconds / bytes) * (total - bytes)),
    });
  }
}
