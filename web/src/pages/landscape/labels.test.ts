import fc from "fast-check";
import { expect, it } from "vitest";
import { cutAtWord, placeLabels, shorten } from "./labels.ts";

const frame = { width: 900, height: 600 };
const widthOf = (text: string) => text.length * 7;

it("places no label over another, none outside the map, and the greatest always", () => {
  const candidate = fc.record({
    text: fc.string({ minLength: 1, maxLength: 30 }),
    x: fc.integer({ min: 0, max: 900 }),
    y: fc.integer({ min: 0, max: 600 }),
    weight: fc.integer({ min: 1, max: 400 }),
  });
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 60 }), (candidates) => {
      const placed = placeLabels(candidates, frame, { taken: [], widthOf });
      for (const [at, one] of placed.entries()) {
        expect(one.x - one.width / 2 >= 8 && one.x + one.width / 2 <= frame.width - 8).toBe(true);
        for (const other of placed.slice(0, at))
          expect(
            Math.abs(one.x - other.x) >= (one.width + other.width) / 2 || Math.abs(one.y - other.y) >= 18,
          ).toBe(true);
      }
    }),
  );
  const big = { text: "Payments", x: 400, y: 300, weight: 90 };
  const small = { text: "Wallets", x: 410, y: 305, weight: 10 };
  expect(placeLabels([small, big], frame, { taken: [], widthOf }).map(({ text }) => text)).toEqual([
    "Payments",
  ]);
});

it("keeps a label inside the map when what it names is near its edge, and leaves out what is outside", () => {
  const at = (x: number) =>
    placeLabels([{ text: "Payments", x, y: 300, weight: 1 }], frame, { taken: [], widthOf })[0]?.x;
  expect([at(5), at(400), at(899)]).toEqual([36, 400, 864]);
  expect([at(-1), at(901)]).toEqual([undefined, undefined]);
});

it("names only the greatest on a narrow map", () => {
  const candidates = [1, 2, 3, 4, 5, 6].map((weight) => ({
    text: `c${weight}`,
    x: 180,
    y: 60 * weight,
    weight,
  }));
  const names = (width: number) =>
    placeLabels(candidates, { width, height: 600 }, { taken: [], widthOf })
      .map(({ text }) => text)
      .sort();
  expect(names(360)).toEqual(["c3", "c4", "c5", "c6"]);
  expect(names(480)).toHaveLength(6);
});

it("shortens long names after a part or a word, and writes none twice", () => {
  expect(shorten("Cross-Chain Messages")).toBe("Cross-Chain Messages");
  expect(shorten("Yield and Portfolio Management, Including Vaults")).toBe("Yield and Portfolio Management");
  expect(shorten("Large Language Models and Speech Recognition")).toBe("Large Language Models and Speech…");
  expect(shorten("x".repeat(40))).toBe(`${"x".repeat(36)}…`);
  const twice = [100, 500].map((y) => ({ text: "Yield", x: 400, y, weight: y }));
  expect(placeLabels(twice, frame, { taken: [], widthOf })).toHaveLength(1);
});

it("cuts a long name at a word, says so, and splits no emoji", () => {
  expect(cutAtWord("It's life Jim, but")).toBe("It's life Jim, but");
  expect(cutAtWord("It's life Jim, but not as we know it.")).toBe("It's life Jim, but not as we know…");
  expect(cutAtWord(`x${"🔥".repeat(20)}`)).toBe(`x${"🔥".repeat(17)}…`);
});

it("leaves out a label over what is taken", () => {
  const candidates = [{ text: "Yield", x: 400, y: 300, weight: 1 }];
  const taken = (bottom: number) => [{ left: 410, top: 200, right: 500, bottom }];
  expect(placeLabels(candidates, frame, { taken: taken(291), widthOf })).toHaveLength(1);
  expect(placeLabels(candidates, frame, { taken: taken(292), widthOf })).toHaveLength(0);
});
