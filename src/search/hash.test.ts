import { expect, it } from "vitest";
import { hashBytes, hashText, hashTextWithout } from "./hash.ts";

it("returns the numbers that segments store, and never others", () => {
  expect(["", "ledger", "支付"].map(hashText)).toEqual([447_841_614, 1_088_827_206, 1_918_872_573]);
  expect(hashBytes(Uint8Array.of(1, 2, 3))).toBe(4_264_556_176);
  expect(hashBytes(new Uint8Array(0))).toBe(hashText(""));
});

it("returns the same for a text without one or two of its units", () => {
  expect(hashTextWithout("ledger", 0)).toBe(hashText("edger"));
  expect(hashTextWithout("ledger", 5, 1)).toBe(hashText("ldge"));
});

it("spreads similar texts over all 32 bits", () => {
  const hashes = Array.from({ length: 4_000 }, (_, i) => hashText(`term${i}`));
  expect(new Set(hashes).size).toBe(4_000);
  for (let bit = 0; bit < 32; bit++) {
    const set = hashes.filter((hash) => (hash >>> bit) & 1).length;
    expect(Math.abs(set - 2_000)).toBeLessThan(250);
  }
});
