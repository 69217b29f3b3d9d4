import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena, type TypedArray } from "../kernels/arena.ts";
import { attachSections, readHeader, readSections } from "./section-file.ts";
import { Checksummer, hex, type Sections } from "./section-format.ts";
import { SectionWriter, writeSections } from "./section-writer.ts";
import { SegmentError } from "./segment-error.ts";
import { cutTo, flipBit, makeNewer, tempFolder } from "./temp-folder.case.ts";

const array: fc.Arbitrary<TypedArray> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.int8Array({ maxLength: 200 }),
  fc.uint16Array({ maxLength: 200 }),
  fc.uint32Array({ maxLength: 200 }),
  fc.float32Array({ maxLength: 200 }),
  fc.float64Array({ maxLength: 200 }),
);
const sections: fc.Arbitrary<Sections> = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z.]{1,12}$/), array), {
    maxLength: 8,
    selector: ([name]) => name,
  })
  .map((entries) => Object.fromEntries(entries));
const meta = fc.record({ count: fc.nat(), name: fc.string({ unit: "grapheme" }) });

const plain = (read: Sections) =>
  Object.fromEntries(Object.entries(read).map(([name, values]) => [name, values.slice()]));

function sample(folder: string): {
  path: string;
  content: { kind: string; meta: unknown; sections: Sections };
} {
  const path = join(folder, "sample.seg");
  const content = {
    kind: "sample",
    meta: { count: 3 },
    sections: {
      bytes: Uint8Array.from({ length: 300 }, (_, i) => i),
      floats: Float32Array.from({ length: 70 }, Math.sqrt),
    },
  };
  writeSections(path, content);
  return { path, content };
}

const load = (path: string) => readSections(path, "sample", new Arena(1 << 16));

describe("a section file", () => {
  it("returns every array and the meta as written, in this thread and attached in another", () => {
    const folder = tempFolder();
    const path = join(folder, "a.seg");
    fc.assert(
      fc.property(sections, meta, (written, told) => {
        writeSections(path, { kind: "k", meta: told, sections: written });
        const arena = new Arena(1 << 16);
        const read = readSections(path, "k", arena);
        expect(read.meta).toEqual(told);
        expect(plain(read.arrays)).toEqual(written);
        expect(plain(attachSections(path, read.at, arena).arrays)).toEqual(written);
      }),
      { numRuns: 60 },
    );
    expect(readdirSync(folder)).toEqual(["a.seg"]);
  });

  it("aligns each array to 64 bytes in the file", () => {
    const path = join(tempFolder(), "a.seg");
    const arrays = [1, 63, 64, 65, 0, 7].map((bytes, i) => [`a${i}`, new Uint8Array(bytes)] as const);
    writeSections(path, { kind: "k", meta: null, sections: Object.fromEntries(arrays) });
    const { header, start, size } = readHeader(path);
    expect(start % 64).toBe(0);
    expect(Object.values(header.sections).map(({ offset }) => offset)).toEqual([0, 64, 128, 192, 320, 320]);
    expect([header.bytes, size]).toEqual([384, start + 384]);
  });

  it("is not written when the gathered sections were cut short", () => {
    const folder = tempFolder();
    const path = join(folder, "a.seg");
    const writer = new SectionWriter(path);
    writer.add({ bytes: new Uint8Array(1_000) });
    truncateSync(join(folder, readdirSync(folder)[0]!), 100);
    expect(() => writer.commit("k", null)).toThrow(
      `${path} cannot be written: its temporary file ends after 100 of 1024 bytes`,
    );
    writer.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("reads only the requested sections", () => {
    const { path, content } = sample(tempFolder());
    const read = readSections(path, "sample", {
      arena: new Arena(1 << 16),
      wanted: (name) => name === "floats",
    });
    expect(plain(read.arrays)).toEqual({ floats: content.sections.floats });
  });

  it("is refused with its name and how to fix it when truncated at any byte", () => {
    const folder = tempFolder();
    const { path } = sample(folder);
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length += length < 40 ? 1 : 13) {
      writeFileSync(path, whole.subarray(0, length));
      expect(() => load(path), `cut to ${length}`).toThrow(SegmentError);
    }
    cutTo(path, 3);
    expect(() => load(path)).toThrow(`${path}: not a segment file, or cut short. Run "priorart publish"`);
  });

  it("never returns other content after a flipped bit: it is refused by name, or the bit is padding", () => {
    const folder = tempFolder();
    const { path, content } = sample(folder);
    const copy = join(folder, "copy.seg");
    copyFileSync(path, copy);
    const { start, header } = readHeader(path);
    const used = Object.values(header.sections).map(({ offset, bytes }) => [
      start + offset,
      start + offset + bytes,
    ]);
    const jsonEnd = 24 + readFileSync(path).readUInt32LE(12);
    fc.assert(
      fc.property(fc.nat(statSync(path).size * 8 - 1), (bit) => {
        const byte = bit >> 3;
        flipBit(copy, bit);
        const matters = byte < jsonEnd || used.some(([from, to]) => byte >= from! && byte < to!);
        if (matters) expect(() => load(copy), `bit ${bit}`).toThrow(SegmentError);
        else expect(plain(load(copy).arrays)).toEqual(content.sections);
        flipBit(copy, bit);
      }),
      { numRuns: 400 },
    );
  });

  it("does not allocate memory for a header that claims to be gigantic", () => {
    const { path } = sample(tempFolder());
    flipBit(path, 15 * 8 + 7);
    expect(() => load(path)).toThrow("cut short");
  });

  it("names the section that is damaged", () => {
    const { path } = sample(tempFolder());
    const { start, header } = readHeader(path);
    flipBit(path, (start + header.sections.floats!.offset) * 8);
    expect(() => load(path)).toThrow(
      `${path}: its section "floats" does not match its checksum. Run "priorart publish" to build it again, or "priorart publish --rollback"`,
    );
  });

  it("is refused when a newer release wrote it", () => {
    const { path } = sample(tempFolder());
    makeNewer(path);
    expect(() => load(path)).toThrow(
      `${path}: written in format 99, but this version of Prior Art reads 1. Run "priorart publish"`,
    );
  });

  it("is refused when it holds something else, or is missing", () => {
    const { path } = sample(tempFolder());
    expect(() => readSections(path, "archive", new Arena(1 << 16))).toThrow(
      `${path}: holds "sample" where "archive" is needed.`,
    );
    expect(() => load(`${path}.gone`)).toThrow(SegmentError);
    expect(() => load(`${path}.gone`)).toThrow(`${path}.gone: cannot be opened.`);
  });

  it("leaves nothing behind when it cannot be written, and keeps the existing file", () => {
    const folder = tempFolder();
    const { path, content } = sample(folder);
    const before = readFileSync(path);
    const failing = { ...content, sections: { ...content.sections, bad: new BigInt64Array(2) as never } };
    expect(() => writeSections(path, failing)).toThrow("no section type");
    expect(readdirSync(folder)).toEqual(["sample.seg"]);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(() => writeSections(join(folder, "missing", "x.seg"), content)).toThrow(
      /missing.*cannot be written/,
    );
  });

  it("leaves no temporary file when its place is taken", () => {
    const folder = tempFolder();
    const path = join(folder, "taken.seg");
    mkdirSync(join(path, "inside"), { recursive: true });
    expect(() => writeSections(path, { kind: "k", meta: null, sections: {} })).toThrow("taken.seg");
    expect(readdirSync(folder)).toEqual(["taken.seg"]);
  });

  it("is byte-for-byte the same for the same content", () => {
    const folder = tempFolder();
    const { path, content } = sample(folder);
    const again = join(folder, "again.seg");
    writeSections(again, content);
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  });
});

describe("the checksum kernel", () => {
  const arena = new Arena(1 << 20);
  const at = arena.allocate(1 << 16);
  const hash = (bytes: Uint8Array) => {
    arena.bytes(at, bytes.length).set(bytes);
    return BigInt.asUintN(64, arena.kernels.checksum(at, bytes.length)).toString(16).padStart(16, "0");
  };
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  it("is XXH64 with seed 0, according to its published test vectors", () => {
    expect(hash(bytesOf(""))).toBe("ef46db3751d8e999");
    expect(hash(bytesOf("a"))).toBe("d24ec4f1a98c6e5b");
    expect(hash(bytesOf("abc"))).toBe("44bc2cf5ad770999");
    expect(hash(bytesOf("Nobody inspects the spammish repetition"))).toBe("fbcea83c8a378bf1");
  });

  it("agrees with a plain XXH64 at every length", () => {
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 131 + length) & 255);
      expect(hash(bytes), `length ${length}`).toBe(plainXxh64(bytes));
    }
  });
});

it.each([0, 31, 32, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 33, 3 * 2 ** 20])(
  "an array of %i bytes has the same checksum in pieces",
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 131 + (i >> 8)) & 255);
    const arena = new Arena(length + 64);
    const at = arena.place(bytes);
    expect(new Checksummer().of(bytes)).toBe(hex(arena.kernels.checksum(at, length)));
  },
);

/** XXH64 as in its specification. */
function plainXxh64(bytes: Uint8Array): string {
  const [p1, p2, p3, p4, p5] = [
    0x9e3779b185ebca87n,
    0xc2b2ae3d27d4eb4fn,
    0x165667b19e3779f9n,
    0x85ebca77c2b2ae63n,
    0x27d4eb2f165667c5n,
  ] as const;
  const wrap = (x: bigint) => BigInt.asUintN(64, x);
  const rotate = (x: bigint, by: bigint) => wrap((x << by) | (x >> (64n - by)));
  const round = (sum: bigint, lane: bigint) => wrap(rotate(wrap(sum + lane * p2), 31n) * p1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let sum: bigint;
  if (bytes.length >= 32) {
    const lanes = [wrap(p1 + p2), p2, 0n, wrap(-p1)];
    for (; at + 32 <= bytes.length; at += 32)
      for (let i = 0; i < 4; i++) lanes[i] = round(lanes[i]!, view.getBigUint64(at + i * 8, true));
    sum = wrap(
      rotate(lanes[0]!, 1n) + rotate(lanes[1]!, 7n) + rotate(lanes[2]!, 12n) + rotate(lanes[3]!, 18n),
    );
    for (const lane of lanes) sum = wrap((sum ^ round(0n, lane)) * p1 + p4);
  } else sum = p5;
  sum = wrap(sum + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    sum = wrap(rotate(sum ^ round(0n, view.getBigUint64(at, true)), 27n) * p1 + p4);
  if (at + 4 <= bytes.length) {
    sum = wrap(rotate(sum ^ wrap(BigInt(view.getUint32(at, true)) * p1), 23n) * p2 + p3);
    at += 4;
  }
  for (; at < bytes.length; at++) sum = wrap(rotate(sum ^ wrap(BigInt(bytes[at]!) * p5), 11n) * p1);
  sum = wrap((sum ^ (sum >> 33n)) * p2);
  sum = wrap((sum ^ (sum >> 29n)) * p3);
  return (sum ^ (sum >> 32n)).toString(16).padStart(16, "0");
}
