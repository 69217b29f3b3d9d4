import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blend, discStamp, type Pixels, press } from "./raster.ts";

const opaque = fc.integer({ min: 0, max: 0xffffff }).map((colour) => (0xff000000 | colour) >>> 0);
const channels = (colour: number) => [0, 8, 16, 24].map((shift) => (colour >>> shift) & 255);
const paper = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint32Array(width * height).fill(0xffffffff),
});

describe("dots as pixels", () => {
  it("mix colours channel by channel", () => {
    fc.assert(
      fc.property(opaque, opaque, fc.integer({ min: 0, max: 256 }), (a, b, share) => {
        const mixed = channels(blend(a, b, share));
        const [as, bs] = [channels(a), channels(b)];
        for (const at of [0, 1, 2])
          expect(mixed[at]).toBe(Math.floor((as[at]! * share + bs[at]! * (256 - share)) / 256));
        expect(mixed[3]).toBe(255);
      }),
    );
  });

  it("are round: as large as the disc and its ring, and the same in all four quarters", () => {
    const stamp = discStamp(0xff0000ff, 0xffffffff, 4);
    const area = stamp.cover.reduce((sum, cover) => sum + cover / 256, 0);
    expect(area).toBeCloseTo(Math.PI * 4.8 ** 2, -1);
    const cover = new Map([...stamp.dx].map((dx, at) => [`${dx} ${stamp.dy[at]}`, stamp.cover[at]]));
    for (const [place, value] of cover) {
      const [dx, dy] = place.split(" ").map(Number) as [number, number];
      for (const [x, y] of [[-dx, dy], [dx, -dy], [dy, dx]]) expect(cover.get(`${x} ${y}`)).toBe(value); // biome-ignore format: short
    }
  });

  it("are cut off at the edges, and never written outside", () => {
    const stamp = discStamp(0xff112233, 0xffffffff, 3);
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 40 }), fc.integer({ min: -20, max: 40 }), (x, y) => {
        const cut = paper(20, 20);
        press(cut, stamp, { x, y });
        // The naive twin: a larger paper, of which the part is compared.
        const large = paper(100, 100);
        press(large, stamp, { x: x + 40, y: y + 40 });
        for (let row = 0; row < 20; row++)
          expect(cut.data.slice(row * 20, row * 20 + 20)).toEqual(
            large.data.slice((row + 40) * 100 + 40, (row + 40) * 100 + 60),
          );
      }),
    );
  });
});
