import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProgressReporter } from "./progress.ts";
import type { ImportProgress } from "./types.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

function open(totalBytes: number | null) {
  const reported: ImportProgress[] = [];
  const meter = { bytes: 0 };
  const reporter = new ProgressReporter((progress) => reported.push(progress), meter, totalBytes);
  return { reported, meter, reporter };
}

it("reports speed and the time that is left, from the bytes read so far", () => {
  vi.advanceTimersByTime(500);
  const { reported, meter, reporter } = open(4_000);
  reporter.update({ file: "a", records: 0 });
  vi.advanceTimersByTime(2_000);
  meter.bytes = 1_000;
  reporter.update({ file: "b", records: 50 });
  expect(reporter.seconds).toBe(2);
  expect(reported).toEqual([
    { file: "a", records: 0, recordsPerSecond: 0, bytes: 0, totalBytes: 4_000, secondsLeft: null },
    { file: "b", records: 50, recordsPerSecond: 25, bytes: 1_000, totalBytes: 4_000, secondsLeft: 6 },
  ]);
});

it("never reports a negative rest, and none where the length is unknown", () => {
  const growing = open(1_000);
  vi.advanceTimersByTime(1_000);
  growing.meter.bytes = 1_200;
  growing.reporter.update({ file: "a", records: 1 });
  expect(growing.reported[0]!.secondsLeft).toBe(0);
  const stdin = open(null);
  vi.advanceTimersByTime(1_000);
  stdin.meter.bytes = 10;
  stdin.reporter.update({ file: "-", records: 1 });
  expect(stdin.reported[0]).toMatchObject({ totalBytes: null, secondsLeft: null });
});

it("reports at most ten times a second, and the last time in any case", () => {
  const { reported, reporter } = open(1);
  reporter.update({ file: "a", records: 1 });
  vi.advanceTimersByTime(99);
  reporter.update({ file: "a", records: 2 });
  vi.advanceTimersByTime(1);
  reporter.update({ file: "a", records: 3 });
  vi.advanceTimersByTime(99);
  reporter.update({ file: "a", records: 4 });
  reporter.update({ file: "a", records: 5, isLast: true });
  expect(reported.map(({ records }) => records)).toEqual([1, 3, 5]);
  expect(() =>
    new ProgressReporter(undefined, { bytes: 0 }, 1).update({ file: "a", records: 1 }),
  ).not.toThrow();
});
