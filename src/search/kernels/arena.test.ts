import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "./arena.ts";
import { layScratch, scratchBytes } from "./scratch.ts";

const sizes = fc.array(fc.nat(5_000), { minLength: 1, maxLength: 40 });

describe("Arena", () => {
  it("allocates zeroed, aligned bytes that never overlap, and never pointer 0", () => {
    fc.assert(
      fc.property(sizes, (wanted) => {
        const arena = new Arena(0);
        let end = 1;
        for (const bytes of wanted) {
          const at = arena.allocate(bytes);
          expect(at % 64).toBe(0);
          expect(at).toBeGreaterThanOrEqual(end);
          expect(arena.bytes(at, bytes).every((byte) => byte === 0)).toBe(true);
          arena.bytes(at, bytes).fill(255);
          end = at + bytes;
        }
        expect(arena.used).toBe(end);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps views and their contents when it grows", () => {
    const arena = new Arena(0);
    const at = arena.place(Float64Array.of(1.5, -2.5));
    const view = arena.float64(at, 2);
    const before = arena.memory.buffer.byteLength;
    arena.allocate(10_000_000);
    expect(arena.memory.buffer.byteLength).toBeGreaterThan(before);
    expect([...view]).toEqual([1.5, -2.5]);
    view[0] = 7;
    expect(arena.float64(at, 1)[0]).toBe(7);
  });

  it("gives each thread its own part of one memory, without overlap", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 2, maxLength: 5 }), (parts) => {
        const whole = new Arena(1_000);
        whole.allocate(3_000);
        const ranges = parts.map((bytes) => {
          const part = Arena.within(whole.memory, bytes);
          const from = part.allocate(1);
          part.allocate(bytes - (bytes > 64 ? 64 : bytes));
          return { from, to: part.used };
        });
        let end = whole.used;
        for (const { from, to } of ranges) {
          expect(from).toBeGreaterThanOrEqual(end);
          end = to;
        }
      }),
      { numRuns: 20 },
    );
  });

  it("refuses an allocation beyond a part's end instead of overlapping the next part", () => {
    const part = Arena.within(new Arena(0).memory, 1);
    part.allocate(65_536);
    expect(() => part.allocate(1)).toThrow(RangeError);
  });

  it("lays the working space of a thread out without overlap, within the bytes reserved for it", () => {
    const arena = new Arena(0);
    const reserved = arena.allocate(scratchBytes);
    const places = Object.values(layScratch(arena, reserved));
    expect(new Set(places).size).toBe(places.length);
    for (const at of places) {
      expect(at).toBeGreaterThanOrEqual(reserved);
      expect(at).toBeLessThan(reserved + scratchBytes);
    }
  });
});
