import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyCalibration, calibrate, identityCalibration } from "./calibration.ts";

const cosine = fc.double({ min: -1, max: 1, noNaN: true });
const cosines = fc.array(cosine, { minLength: 10, maxLength: 200 });
const median = (values: readonly number[], q = 0.5) => {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
};

describe("calibrate", () => {
  it("returns a monotone map with values between 0 and 1", () => {
    fc.assert(
      fc.property(cosines, cosines, fc.array(cosine, { maxLength: 30 }), (random, related, asked) => {
        const calibration = calibrate(random, related);
        const sorted = [...asked, -1, 1].sort((x, y) => x - y);
        const mapped = sorted.map((x) => applyCalibration(calibration, x));
        for (const [i, value] of mapped.entries()) {
          expect(value).toBeGreaterThanOrEqual(i === 0 ? 0 : mapped[i - 1]!);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("maps the median random pair to at most 0.1 and the 95th percentile to at most 0.2", () => {
    fc.assert(
      fc.property(cosines, cosines, (random, related) => {
        const calibration = calibrate(random, related);
        expect(applyCalibration(calibration, median(random))).toBeLessThanOrEqual(0.1);
        expect(applyCalibration(calibration, median(random, 0.95))).toBeLessThanOrEqual(0.2);
      }),
    );
  });

  it("maps a typical related pair above 0.4 where related pairs are closer than random ones", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.2, max: 0.4, noNaN: true }), { minLength: 10, maxLength: 100 }),
        fc.array(fc.double({ min: 0.45, max: 1, noNaN: true }), { minLength: 10, maxLength: 100 }),
        (random, related) => {
          expect(applyCalibration(calibrate(random, related), median(related))).toBeGreaterThan(0.4);
        },
      ),
    );
  });

  it("maps the median random pair to 0.08, the 95th percentile to 0.19 and the median related one to 0.5", () => {
    const random = Array.from({ length: 100 }, (_, i) => i / 250);
    const related = Array.from({ length: 10 }, (_, i) => 0.5 + i / 50);
    const calibration = calibrate(random, related);
    expect(calibration).toEqual({ from: [-1, 0.2, 0.38, 0.6, 1], to: [0, 0.08, 0.19, 0.5, 1] });
    expect(applyCalibration(calibration, -2)).toBe(0);
    expect(applyCalibration(calibration, -0.4)).toBeCloseTo(0.04);
    expect(applyCalibration(calibration, 0.29)).toBeCloseTo(0.135);
    expect(applyCalibration(calibration, 0.8)).toBeCloseTo(0.75);
    expect(applyCalibration(calibration, 1)).toBe(1);
    expect(applyCalibration(calibration, 1.5)).toBe(1);
  });

  it("keeps its steps apart where related pairs are no closer than random ones", () => {
    const same = new Array<number>(10).fill(0.5);
    const { from } = calibrate(same, same);
    expect(from[2]! - from[1]!).toBeCloseTo(0.001);
    expect(from[3]! - from[2]!).toBeCloseTo(0.001);
    expect(calibrate(new Array(10).fill(1), new Array(10).fill(1)).from[4]).toBeCloseTo(1.003);
  });

  it("needs ten samples of each", () => {
    const some = (count: number) => Array.from({ length: count }, (_, i) => i / 20);
    expect(calibrate(some(9), some(10))).toBe(identityCalibration);
    expect(calibrate(some(10), some(9))).toBe(identityCalibration);
    expect(calibrate(some(10), some(10))).not.toBe(identityCalibration);
  });

  it("leaves cosines unchanged when there are too few samples, and clamps negative ones to 0", () => {
    expect(calibrate([0.1], [0.5])).toBe(identityCalibration);
    expect(applyCalibration(identityCalibration, 0.3)).toBeCloseTo(0.3);
    expect(applyCalibration(identityCalibration, -0.3)).toBe(0);
    expect(applyCalibration(identityCalibration, 1.000001)).toBe(1);
  });
});
