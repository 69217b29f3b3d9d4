/** How far an import has come, told at most ten times a second. */
import type { ByteMeter } from "./read/bytes.ts";
import type { ImportProgress } from "./types.ts";

const EVERY_MS = 100;

export class ProgressTeller {
  readonly #tell: ((progress: ImportProgress) => void) | undefined;
  readonly #meter: ByteMeter;
  readonly #totalBytes: number | null;
  readonly #startedAt = performance.now();
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    tell: ((progress: ImportProgress) => void) | undefined,
    meter: ByteMeter,
    totalBytes: number | null,
  ) {
    this.#tell = tell;
    this.#meter = meter;
    this.#totalBytes = totalBytes;
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  update(file: string, records: number, last = false): void {
    const now = performance.now();
    if (this.#tell === undefined || (!last && now - this.#toldAt < EVERY_MS)) return;
    this.#toldAt = now;
    const { bytes } = this.#meter;
    const total = this.#totalBytes;
    const { seconds } = this;
    this.#tell({
      file,
      records,
      recordsPerSecond: seconds > 0 ? records / seconds : 0,
      bytes,
      totalBytes: total,
      secondsLeft: total === null || bytes === 0 ? null : Math.max(0, (seconds / bytes) * (total - bytes)),
    });
  }
}
