import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, retryAfterMs } from "./backoff.ts";

describe("backoffMs", () => {
  it("doubles, and is random within the upper half", () => {
    expect([1, 2, 3, 4].map((retry) => backoffMs(retry, 0))).toEqual([500, 1_000, 2_000, 4_000]);
    expect(backoffMs(1, 0.5)).toBe(750);
  });

  it("is positive and at most 30 s, and no retry may wait less than half of the one before", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (retry, one, other) => {
          const ms = backoffMs(retry, one);
          expect(ms).toBeGreaterThanOrEqual(500);
          expect(ms).toBeLessThanOrEqual(30_000);
          expect(backoffMs(retry + 1, other)).toBeGreaterThanOrEqual(ms / 2);
        },
      ),
    );
  });
});

describe("retryAfterMs", () => {
  const of = (text: string, date?: string) =>
    retryAfterMs(new Headers({ "retry-after": text, ...(date && { date }) }));

  it("reads seconds, and dates relative to the server's clock", () => {
    expect(of("120")).toBe(120_000);
    expect(of("Sun, 06 Nov 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT")).toBe(30_000);
    expect(of("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(0);
    const soon = of(new Date(Date.now() + 60_000).toUTCString())!;
    expect(soon).toBeGreaterThan(55_000);
    expect(soon).toBeLessThanOrEqual(60_000);
  });

  it.each(["", "soon", "-5", "1.5", "1e9", "2030-01", "99999999999"])("ignores %j", (text) => {
    expect(of(text)).toBeNull();
  });
});
