import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena.ts";
import { blockBytes } from "../kernels/scratch.ts";
import { SegmentError } from "./segment-error.ts";
import { cutTo, flipBit, tempFolder } from "./temp-folder.case.ts";
import { TextFile, TextFileWriter } from "./text-file.ts";

type Stored = ReturnType<TextFileWriter["finish"]>;

function write(
  path: string,
  texts: readonly string[],
): { stored: Stored; places: { at: number; bytes: number }[] } {
  const writer = new TextFileWriter(path);
  const places = texts.map((text) => {
    const bytes = Buffer.from(text);
    return { at: writer.append(bytes), bytes: bytes.length };
  });
  return { stored: writer.finish(), places };
}

function open(path: string, stored: Stored): TextFile {
  const arena = new Arena(1 << 17);
  return new TextFile(path, stored, { arena, block: arena.allocate(blockBytes) });
}

const text = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: "grapheme", maxLength: 200 }) },
  fc.nat(200_000).map((length) => "語".repeat(length / 3)),
  fc.constantFrom("", "\ufeffwith a mark", "\u0000"),
);

describe("a text file", () => {
  it("returns every text, whichever blocks it spans, in any order", () => {
    const folder = tempFolder();
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const path = join(folder, "t.txt");
        const { stored, places } = write(path, texts);
        const file = open(path, stored);
        expect(stored.bytes).toBe(statSync(path).size);
        expect(stored.checksums).toHaveLength(Math.ceil(stored.bytes / blockBytes));
        for (let i = texts.length - 1; i >= 0; i--)
          expect(file.text(places[i]!.at, places[i]!.bytes)).toBe(texts[i]);
        file.verify();
        file.close();
      }),
      { numRuns: 40 },
    );
  });

  it("is refused by name when its length differs from the written one", () => {
    const path = join(tempFolder(), "t.txt");
    const { stored } = write(path, ["some text"]);
    cutTo(path, 5);
    expect(() => open(path, stored)).toThrow(`${path}: cut short. Run "priorart publish"`);
    cutTo(path, 20);
    expect(() => open(path, stored)).toThrow(SegmentError);
    expect(() => open(`${path}.gone`, stored)).toThrow(`${path}.gone: cannot be opened.`);
  });

  it("refuses a block with a flipped bit when it is first read, and still reads the others", () => {
    const path = join(tempFolder(), "t.txt");
    const content = "0123456789abcdef".repeat((blockBytes * 3) / 16);
    const { stored } = write(path, [content]);
    fc.assert(
      fc.property(fc.nat(blockBytes * 3 * 8 - 1), (bit) => {
        const damaged = Math.floor((bit >> 3) / blockBytes);
        flipBit(path, bit);
        const file = open(path, stored);
        for (let block = 0; block < 3; block++) {
          const read = () => file.text(block * blockBytes + 100, 50);
          if (block === damaged)
            expect(read).toThrow(
              `${path}: block ${block} does not match its checksum. Run "priorart publish"`,
            );
          else expect(read()).toBe(content.slice(100, 150));
        }
        expect(() => file.verify()).toThrow(SegmentError);
        file.close();
        flipBit(path, bit);
      }),
      { numRuns: 60 },
    );
  });

  it("is refused when it is truncated while open, also at a block that was read before", () => {
    const path = join(tempFolder(), "t.txt");
    const { stored } = write(path, ["x".repeat(blockBytes * 2)]);
    const file = open(path, stored);
    file.text(0, 10);
    cutTo(path, 0);
    expect(() => file.text(0, 10)).toThrow(SegmentError);
    expect(() => file.text(blockBytes, 10)).toThrow(SegmentError);
    file.close();
  });

  it("does not appear under its name before it is finished, nor when it is abandoned", () => {
    const folder = tempFolder();
    const writer = new TextFileWriter(join(folder, "t.txt"));
    writer.append(new Uint8Array(blockBytes + 1));
    expect(readdirSync(folder).filter((name) => !name.endsWith(".tmp"))).toEqual([]);
    writer.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("remains when its writer is abandoned after finishing", () => {
    const folder = tempFolder();
    const writer = new TextFileWriter(join(folder, "t.txt"));
    writer.append(Buffer.from("kept"));
    writer.finish();
    writer.abandon();
    expect(readFileSync(join(folder, "t.txt"), "utf8")).toBe("kept");
  });
});
