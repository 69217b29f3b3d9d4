import { describe, expect, it } from "vitest";
import { counted, createProgress, describeProgress, describeSeconds } from "./progress.ts";

function recorder(isTTY: boolean) {
  const written: string[] = [];
  return { stream: { isTTY, columns: 60, write: (text: string) => written.push(text) }, written };
}

describe("progress", () => {
  it("computes the rate and the time left from the work done", () => {
    let time = 0;
    const { stream, written } = recorder(true);
    const progress = createProgress(stream, () => time);
    progress.update({ step: "Indexing", done: 0, total: 1_000 });
    time = 10_000;
    progress.update({ step: "Indexing", done: 500, total: 1_000 });
    expect(written.at(-1)).toContain("Indexing: 500 of 1,000, 50/s, 10 s left");
  });

  it("times a step anew that counts from the beginning again", () => {
    let time = 0;
    const { stream, written } = recorder(true);
    const progress = createProgress(stream, () => time);
    const update = (done: number, total: number) => progress.update({ step: "Indexing", done, total });
    update(0, 8_000);
    time = 80_000;
    update(8_000, 8_000);
    update(100, 1_800);
    time = 81_000;
    update(200, 1_800);
    expect(written.at(-1)).toContain("Indexing: 200 of 1,800, 100/s, 16 s left");
  });

  it("clears its line on a terminal before other output", () => {
    const { stream, written } = recorder(true);
    const progress = createProgress(stream);
    progress.update({ step: "Indexing", done: 0, total: null });
    progress.end();
    progress.end();
    expect(written.at(-1)).toBe("\r\u001b[2K");
    expect(written).toHaveLength(2);
  });

  it("without a terminal, prints a plain line per step and further ones at intervals", () => {
    let time = 0;
    const { stream, written } = recorder(false);
    const progress = createProgress(stream, () => time);
    for (time = 0; time < 25_000; time += 100) {
      progress.update({ step: "Importing", done: time, total: null, rate: 1_000, secondsLeft: 7 });
    }
    expect(written).toEqual([
      "Importing …\n",
      "Importing: 10,000, 1,000/s, 7.0 s left\n",
      "Importing: 20,000, 1,000/s, 7.0 s left\n",
    ]);
  });

  it("shows no rate of its own beside a time left that was not computed from it", () => {
    let time = 0;
    const { stream, written } = recorder(true);
    const progress = createProgress(stream, () => time);
    progress.update({ step: "Embedding", done: 0, total: 1_000 });
    time = 10_000;
    progress.update({ step: "Embedding", done: 500, total: 1_000, secondsLeft: 65 });
    expect(written.at(-1)).toContain("Embedding: 500 of 1,000, 1 min 5 s left");
  });

  it("omits unknown values", () => {
    const known = { step: "Fitting", done: 0, total: null, rate: 0, secondsLeft: null };
    expect(describeProgress(known)).toBe("Fitting …");
    expect(describeProgress({ ...known, done: 3 })).toBe("Fitting: 3");
    expect(describeProgress({ ...known, done: 3_000, rate: 20, unit: "KB" })).toBe(
      "Fitting: 3,000 KB, 20 KB/s",
    );
  });

  it("formats durations readably", () => {
    expect([0.42, 9.4, 9.7, 59.6, 125, 3_900].map(describeSeconds)).toEqual([
      "0.4 s",
      "9.4 s",
      "10 s",
      "1 min 0 s",
      "2 min 5 s",
      "1 h 5 min",
    ]);
  });
});

describe("counts", () => {
  it("agree with their noun", () => {
    expect([0, 1, 8_045].map((value) => counted(value, "project"))).toEqual([
      "0 projects",
      "1 project",
      "8,045 projects",
    ]);
    expect([1, 2].map((value) => counted(value, "is", "are"))).toEqual(["1 is", "2 are"]);
  });
});
