/** Progress of a long command: a line rewritten in place on a terminal, a plain line at intervals elsewhere. */
const REDRAW_MS = 100;
const PLAIN_LINE_MS = 10_000;
const CLEAR_LINE = "\r\u001b[2K";

export interface ProgressState {
  /** Name of the step, such as "Importing projects". */
  step: string;
  done: number;
  /** Null while unknown. */
  total: number | null;
  /** Unit of `done`, `total` and `rate`; none for a number of things. */
  unit?: string;
  /** Per second; by default computed from `done`. */
  rate?: number;
  /** By default computed from `rate` and `total`; null while unknown. */
  secondsLeft?: number | null;
}

export interface Progress {
  update(state: ProgressState): void;
  /** Removes the line; called before other output. */
  end(): void;
}

export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Progress on `stream`; `now` is a clock in milliseconds. */
export function createProgress(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress {
  let step: string | null = null;
  let begun = { at: 0, done: 0 };
  let done = 0;
  let drawnAt = 0;
  let drawn = false;

  const draw = (line: string) => {
    if (stream.isTTY) stream.write(CLEAR_LINE + line.slice(0, (stream.columns ?? 80) - 1));
    else stream.write(`${line}\n`);
    drawn = true;
    drawnAt = now();
  };

  return {
    update(state) {
      // A step that counts from the beginning again, for other records, is timed anew.
      const isNew = state.step !== step || state.done < done;
      done = state.done;
      if (isNew) {
        step = state.step;
        begun = { at: now(), done: state.done };
        draw(`${state.step} …`);
        return;
      }
      if (now() - drawnAt < (stream.isTTY ? REDRAW_MS : PLAIN_LINE_MS)) return;
      const seconds = (now() - begun.at) / 1_000;
      const rate = state.rate ?? (seconds > 0 ? (state.done - begun.done) / seconds : 0);
      const left = state.total !== null && rate > 0 ? (state.total - state.done) / rate : null;
      const { secondsLeft = left } = state;
      // Beside a time left that does not follow from it, a rate computed here would contradict it.
      const isOfRate = state.rate !== undefined || state.secondsLeft === undefined;
      draw(describeProgress({ ...state, rate: isOfRate ? rate : 0, secondsLeft }));
    },
    end() {
      if (stream.isTTY && drawn) stream.write(CLEAR_LINE);
      drawn = false;
    },
  };
}

/** One line, such as `Indexing: 1,200 of 8,045, 610/s, 11 s left`. */
export function describeProgress(
  state: Required<Omit<ProgressState, "unit">> & Pick<ProgressState, "unit">,
): string {
  const { step, done, total, rate, secondsLeft } = state;
  const unit = state.unit === undefined ? "" : ` ${state.unit}`;
  const parts: string[] = [];
  if (total !== null && total > 0) parts.push(`${count(done)} of ${count(total)}${unit}`);
  else if (done > 0) parts.push(`${count(done)}${unit}`);
  if (rate >= 1) parts.push(`${count(Math.round(rate))}${unit}/s`);
  if (secondsLeft !== null && secondsLeft > 0) parts.push(`${describeSeconds(secondsLeft)} left`);
  return parts.length === 0 ? `${step} …` : `${step}: ${parts.join(", ")}`;
}

/** A duration: `0.4 s`, `12 s`, `3 min 20 s`, `1 h 5 min`. */
export function describeSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 10) return `${seconds.toFixed(1)} s`;
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

/** An integer with thousands separators. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** A size: `900 bytes`, `12.3 MB`, `1.2 GB`. */
export function describeBytes(bytes: number): string {
  if (bytes < 100_000) return `${count(bytes)} bytes`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Progress in bytes as one in whole megabytes. */
export const megabytes = (done: number, total: number): { done: number; total: number } => ({
  done: Math.floor(done / 1e6),
  total: Math.ceil(total / 1e6),
});

/** `1 project`, `12 projects`; `plural` where it is not the singular with an s. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}
