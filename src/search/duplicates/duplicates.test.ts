import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findPairs, type SignedTexts } from "./find-pairs.ts";
import { hashWord, sharedRuns, signatureBytes, writeSignature } from "./signature.ts";

const hashes = (words: readonly string[]) => Uint32Array.from(words, hashWord);
function signature(words: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(signatureBytes);
  writeSignature(hashes(words), bytes);
  return bytes;
}
/** Words that occur nowhere else. */
const text = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);

/** Share of runs of five words in common. */
function jaccard(a: readonly string[], b: readonly string[]): number {
  const runs = (words: readonly string[]) =>
    new Set(words.slice(4).map((_, i) => words.slice(i, i + 5).join(" ")));
  const [x, y] = [runs(a), runs(b)];
  const both = [...x].filter((run) => y.has(run)).length;
  return both / (x.size + y.size - both);
}

describe("a signature", () => {
  it("is the same for the same words, and none for fewer than 20 runs of five", () => {
    expect(signature(text("a", 200))).toEqual(signature(text("a", 200)));
    const bytes = new Uint8Array(signatureBytes).fill(7);
    expect(writeSignature(hashes(text("a", 23)), bytes)).toBe(false);
    expect(bytes).toEqual(new Uint8Array(signatureBytes));
    expect(writeSignature(hashes(text("a", 24)), bytes)).toBe(true);
  });

  it("is that of segments already written, with empty bins filled from the next", () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${(i * 7) % 50}`);
    expect(Buffer.from(signature(words)).toString("hex")).toBe(
      "c6cdc4783bf97b62fdedd1ab4d70abd12431da31f36e839c043a6a4db39ba696a62e0a1917511b8a0c4f777ba8dd0f09" +
        "7ee8d5143e627111c2ff05d035d954fb24bed1cc3b02d9e511823cf17b1076008b4a0ea166ec1835eaf04ca58be8caf8" +
        "d4c1ec1467d4486588e1517586002903a4fefb4e39033a4c96a59880dd5c8912",
    );
    expect(hashWord("ledger")).toBe(2_317_176_558);
  });

  it("estimates no share by chance, and all of the same text", () => {
    const zeros = new Uint8Array(signatureBytes);
    const half = zeros.map((_, i) => (i < signatureBytes / 2 ? 1 : 0));
    expect(sharedRuns(zeros, zeros)).toBe(1);
    expect(
      sharedRuns(
        zeros,
        zeros.map(() => 1),
      ),
    ).toBe(0);
    expect(sharedRuns(zeros, half)).toBeCloseTo((0.5 - 1 / 256) / (1 - 1 / 256), 12);
  });

  it("estimates the share of common runs, on average within 0.03", () => {
    let sum = 0;
    let most = 0;
    let count = 0;
    for (const length of [60, 300, 2_000])
      for (let shared = 0; shared <= 10; shared++) {
        const common = text(`c${length}x${shared}y`, (length * shared) / 10);
        const a = [...common, ...text(`a${shared}z`, length - common.length)];
        const b = [...common, ...text(`b${shared}z`, length - common.length)];
        const error = Math.abs(sharedRuns(signature(a), signature(b)) - jaccard(a, b));
        sum += error;
        count++;
        most = Math.max(most, error);
      }
    expect(sum / count).toBeLessThan(0.03);
    expect(most).toBeLessThan(0.15);
  });
});

it("pairs are those that share a whole band, of any four bytes, whichever texts have others", () => {
  const texts = Array.from({ length: 3 }, () => new Uint8Array(signatureBytes));
  for (const [i, bytes] of texts.entries()) bytes.fill(10 * i + 1);
  const pairOf = (one: Uint8Array, other: Uint8Array) =>
    findPairs(columns([one, other].map((bytes, group) => ({ group, signature: bytes }))), 0.01);
  const near = texts[1]!.slice();
  for (const at of [20, 21, 22]) near[at] = texts[0]![at]!;
  expect(pairOf(texts[0]!, near)).toEqual([]);
  near[23] = texts[0]![23]!;
  expect(pairOf(texts[0]!, near)).toHaveLength(1);
});

interface SignedText {
  group: number;
  signature: Uint8Array;
}

const columns = (texts: readonly SignedText[]): SignedTexts => ({
  numbers: Uint32Array.from(texts.keys(), (i) => 2 * i + 1),
  groups: Uint16Array.from(texts, ({ group }) => group),
  signatures: Uint8Array.from(texts.flatMap(({ signature }) => [...signature])),
});

describe("pairs", () => {
  const naive = (texts: readonly SignedText[], least: number) =>
    texts.flatMap((one, i) =>
      texts.flatMap((other, j) => {
        const shared = sharedRuns(one.signature, other.signature);
        return j <= i || other.group === one.group || shared < least
          ? []
          : [{ a: 2 * i + 1, b: 2 * j + 1, shared }];
      }),
    );
  const copies = fc
    .array(
      fc.record({
        of: fc.nat({ max: 4 }),
        kept: fc.integer({ min: 70, max: 100 }),
        group: fc.nat({ max: 2 }),
      }),
      { maxLength: 25 },
    )
    .map((drawn) =>
      drawn.map(({ of, kept, group }, number) => ({
        group,
        signature: signature([...text(`t${of}w`, kept * 3), ...text(`n${number}w`, (100 - kept) * 3)]),
      })),
    );

  it("are those of a comparison of all texts of different groups", () => {
    fc.assert(
      fc.property(copies, (texts) => {
        expect(findPairs(columns(texts), 0.75)).toEqual(naive(texts, 0.75));
      }),
      { numRuns: 40 },
    );
  });

  it("of later texts are those that hold one of them", () => {
    fc.assert(
      fc.property(copies, fc.nat({ max: 25 }), (texts, from) => {
        const held = naive(texts, 0.75).filter(({ b }) => b >= 2 * from + 1);
        expect(findPairs(columns(texts), 0.75, from)).toEqual(held);
      }),
      { numRuns: 40 },
    );
  });

  it("of many copies are those of each with the 49 that follow it", () => {
    const letter = signature(text("letter", 300));
    const texts = Array.from({ length: 120 }, (_, group) => ({ group, signature: letter }));
    const near = (from: number) =>
      texts.flatMap((_, i) =>
        texts.flatMap((_, j) =>
          i < j && j < i + 50 && j >= from ? [{ a: 2 * i + 1, b: 2 * j + 1, shared: 1 }] : [],
        ),
      );
    expect(findPairs(columns(texts), 0.7)).toEqual(near(0));
    expect(findPairs(columns(texts), 0.7, 100)).toEqual(near(100));
    expect(findPairs(columns(texts), 0.7, 120)).toEqual([]);
  });

  it("need at least the given share: bytes in common by chance do not count", () => {
    const [one, other] = [new Uint8Array(signatureBytes), new Uint8Array(signatureBytes)];
    other.fill(1, 96);
    const texts = columns([one, other].map((signature, group) => ({ group, signature })));
    const shared = (0.75 - 1 / 256) / (1 - 1 / 256);
    expect(findPairs(texts, shared)).toEqual([{ a: 1, b: 3, shared }]);
    expect(findPairs(texts, shared + 1e-9)).toEqual([]);
  });

  it("are found by bands of any bits, the highest and the lowest included", () => {
    for (const bytes of [
      [0x80, 0, 0, 0],
      [0xff, 0xff, 0xff, 0xff],
      [0, 0, 0, 1],
    ])
      for (let differing = 0; differing < 4; differing++) {
        const filled = (seed: number) =>
          Uint8Array.from({ length: signatureBytes }, (_, at) => (at < 4 ? bytes[at]! : seed));
        const [one, other] = [filled(3), filled(5)];
        const texts = () => columns([one, other].map((signature, group) => ({ group, signature })));
        expect(findPairs(texts(), 0)).toHaveLength(1);
        if (differing === 0) expect(findPairs(texts(), 0, 1)).toHaveLength(1);
        other[differing]! ^= 1;
        expect(findPairs(texts(), 0)).toEqual([]);
      }
  });

  it("are found among thousands of copies of one form letter in bounded time", () => {
    const letter = signature(text("letter", 300));
    const texts = Array.from({ length: 5_000 }, (_, i) => ({ group: i % 2, signature: letter }));
    const pairs = findPairs(columns(texts), 0.7);
    expect(pairs.length).toBeGreaterThan(5_000);
    expect(pairs.length).toBeLessThan(5_000 * 50);
  });
});
