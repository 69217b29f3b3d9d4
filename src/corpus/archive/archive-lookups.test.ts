/** Look-ups by document and chunk over several segments. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { analyze } from "../../search/analysis/analyzer.ts";

import { nameKey } from "../../search/lookup/name-key.ts";
import { tempFolder } from "../../search/segment/temp-folder.case.ts";
import { prepareDirection } from "../../search/vector/vector-index.ts";
import { archiveOf, bySourceAndId, documentOf, type TestDocument } from "./archive-index.case.ts";
import type { ArchiveIndex } from "./archive-index.ts";
import { ArchiveSegment } from "./archive-segment.ts";
import type { ArchiveScope } from "./scope-filter.ts";

function open(...lists: TestDocument[][]): ArchiveIndex {
  const { archive } = archiveOf(tempFolder(), lists);
  onTestFinished(() => archive.close());
  return archive;
}

const weighted = (...words: string[]) => new Map(words.flatMap(analyze).map((term) => [term, 1]));
const numbersOf = (archive: ArchiveIndex) => Array.from({ length: archive.documents }, (_, i) => i);

/** Documents that hold "rain", out of those that a scope allows; every document of these tests holds it. */
function allowedBy(archive: ArchiveIndex, scope: ArchiveScope, most = 99): number[] {
  const filter = archive.filter(scope);
  const query = archive.analyze(weighted("rain"));
  const wholes = [...archive.searchWholes(query, most, filter).ids].sort((a, b) => a - b);
  const passages = [...archive.searchPassages(query, most, filter).ids].map((id) => archive.documentOf(id));
  expect([...new Set(passages)].sort((a, b) => a - b)).toEqual(wholes);
  return wholes;
}

describe("phrases", () => {
  const archive = () =>
    open(
      [
        documentOf(1, { passages: ["rain on the old bridge", "and rain on a river"] }),
        documentOf(2, { passages: ["rain, an old wooden bridge"] }),
        documentOf(3, { passages: ["rain"], title: "Old bridge" }),
      ],
      [
        documentOf(4, { passages: ["rain"], author: "Old Bridge" }),
        documentOf(5, { passages: ["rain, bridge old"], source: "papers" }),
        documentOf(6, { passages: ["rain, old-bridge"], source: "papers" }),
      ],
    );
  const phrase = ["old", "bridge"];

  it("that are required keep the documents that hold them in content, title or author", () => {
    expect(allowedBy(archive(), { required: [phrase] })).toEqual([0, 2, 3, 5]);
    expect(allowedBy(archive(), { required: [["old"]] })).toEqual([0, 1, 2, 3, 4, 5]);
    expect(allowedBy(archive(), { required: [["river"]] })).toEqual([0]);
    expect(allowedBy(archive(), { required: [phrase, ["river"]] })).toEqual([0]);
    expect(allowedBy(archive(), { required: [["unknown"]] })).toEqual([]);
    expect(allowedBy(archive(), { required: [["old", "unknown"]] })).toEqual([]);
  });

  it("are found in documents that hold their words least, however many hold them more", () => {
    const apart = Array.from({ length: 700 }, (_, i) =>
      documentOf(i + 1, { passages: ["bridge bridge and rain, old old"] }),
    );
    const filler = Array.from({ length: 40 }, (_, i) => `rain and word${i}`).join(" ");
    const rare = documentOf(701, { passages: [filler, `${filler} on an old bridge ${filler}`] });
    const opened = open([...apart, rare]);
    expect(allowedBy(opened, { required: [phrase] }, 9)).toHaveLength(1);
    expect(allowedBy(opened, { excluded: [phrase] }, 2_000)).toHaveLength(700);
  });

  it("are looked for once in a text, until others have been looked for", () => {
    const opened = archive();
    const reads = (["content", "chunkText"] as const).map((name) => vi.spyOn(ArchiveSegment.prototype, name));
    onTestFinished(() => {
      for (const read of reads) read.mockRestore();
    });
    const readsOf = (scope: ArchiveScope) => {
      for (const read of reads) read.mockClear();
      opened.filter(scope);
      return reads.reduce((sum, read) => sum + read.mock.calls.length, 0);
    };
    const first = readsOf({ required: [phrase] });
    expect(first).toBeGreaterThan(6);
    expect(readsOf({ excluded: [phrase] })).toBe(0);
    expect(allowedBy(opened, { required: [phrase] })).toEqual([0, 2, 3, 5]);
    expect(readsOf({ required: [["bridge", "old"]] })).toBeGreaterThan(0);
    expect(readsOf({ required: [phrase] })).toBe(0);
    for (let words = 3; words < 15; words++) opened.filter({ required: [Array(words).fill("old")] });
    expect(readsOf({ required: [phrase] })).toBe(first);
  });

  it("that are excluded remove the documents that hold them", () => {
    expect(allowedBy(archive(), { excluded: [phrase] })).toEqual([1, 4]);
    expect(allowedBy(archive(), { excluded: [["river"], ["wooden"]] })).toEqual([2, 3, 4, 5]);
    expect(allowedBy(archive(), { excluded: [["unknown"]] })).toEqual([0, 1, 2, 3, 4, 5]);
    expect(allowedBy(archive(), { required: [phrase], excluded: [["river"]] })).toEqual([2, 3, 5]);
  });

  it("of stop words alone are ignored, since they are not indexed", () => {
    const all = [0, 1, 2, 3, 4, 5];
    expect(allowedBy(archive(), { required: [["the"]] })).toEqual(all);
    expect(allowedBy(archive(), { excluded: [["on", "the"]] })).toEqual(all);
  });

  it("are combined with sources and withdrawals", () => {
    const opened = archive();
    expect(allowedBy(opened, { sources: ["papers"], required: [phrase] })).toEqual([5]);
    expect(allowedBy(opened, { sources: ["papers"], excluded: [phrase] })).toEqual([4]);
    opened.withdraw(opened.document(2).documentId);
    opened.withdraw(opened.document(5).documentId);
    expect(allowedBy(opened, { required: [phrase] })).toEqual([0, 3]);
    expect(allowedBy(opened, { excluded: [["river"]] })).toEqual([1, 3, 4]);
    expect(allowedBy(opened, {})).toEqual([0, 1, 3, 4]);
    expect(allowedBy(opened, { sources: ["papers", "unknown"] })).toEqual([4]);
    expect(allowedBy(opened, { sources: ["unknown"] })).toEqual([]);
  });
});

describe("authors", () => {
  const by = (number: number, author: string | null, source = "essays") =>
    documentOf(number, { passages: ["rain"], author, source });
  const archive = () =>
    open(
      [by(1, "Ada B. Stone"), by(2, null), by(3, "Bo Stone"), by(4, "Ada Stone", "papers")],
      [by(5, "Stone, Ada"), by(6, "Ada Hill, Bo Stone")],
    );
  const ada = ["ada", "stone"];

  it("are found over all segments by words of their names, in any order", () => {
    const opened = archive();
    expect(opened.writtenBy(ada)).toEqual([0, 3, 4, 5]);
    expect(opened.writtenBy(["stone", "bo"])).toEqual([2, 5]);
    expect(opened.writtenBy(["ada", "unknown"])).toEqual([]);
    expect(opened.writtenBy([])).toEqual([]);
  });

  it("keep the documents that any of them wrote, together with sources, phrases and withdrawals", () => {
    const opened = archive();
    expect(allowedBy(opened, { authors: [ada] })).toEqual([0, 3, 4, 5]);
    expect(allowedBy(opened, { authors: [["bo"], ["hill"]] })).toEqual([2, 5]);
    expect(allowedBy(opened, { authors: [["nobody"]] })).toEqual([]);
    expect(allowedBy(opened, { authors: [ada], sources: ["papers"] })).toEqual([3]);
    expect(allowedBy(opened, { authors: [ada], sources: ["unknown"] })).toEqual([]);
    expect(allowedBy(opened, { authors: [ada], excluded: [["hill"]] })).toEqual([0, 3, 4]);
    opened.withdraw(opened.document(4).documentId);
    expect(allowedBy(opened, { authors: [ada] })).toEqual([0, 3, 5]);
  });
});

describe("documents by title", () => {
  const archive = () =>
    open(
      [documentOf(1, { title: "Zero Knowledge" }), documentOf(2, { title: "Other" })],
      [documentOf(3, { title: "zero-knowledge", source: "papers" }), documentOf(4, { title: "Zero" })],
    );
  const named = { key: nameKey("Zero knowledge"), author: [] };

  it("are those of the same key that the filter allows", () => {
    const opened = archive();
    expect(opened.titled([named], opened.filter())).toEqual([0, 2]);
    expect(opened.titled([named], opened.filter({ sources: ["papers"] }))).toEqual([2]);
    expect(opened.titled([named], opened.filter({ sources: ["unknown"] }))).toEqual([]);
    expect(opened.titled([{ key: nameKey("none"), author: [] }], opened.filter())).toEqual([]);
  });

  it("are those whose author is named, too, where the query names one", () => {
    const opened = open([
      documentOf(1, { title: "b-money", author: "Wei Dai" }),
      documentOf(2, { title: "B-Money", author: null }),
    ]);
    const by = (...author: string[]) => opened.titled([{ key: nameKey("b-money"), author }], opened.filter());
    expect(by("wei", "dai")).toEqual([0]);
    expect(by("nick")).toEqual([]);
    expect(by()).toEqual([0, 1]);
  });

  it("are those that begin with an identifier, unless many do", () => {
    const titles = [
      "BIP 32: Wallets",
      "Re: BIP 32: Wallets",
      "BIP-0032",
      "Part 2: A",
      "Part 2: B",
      "Part 2: C",
      "Part 2: D",
    ];
    const opened = open(titles.map((title, i) => documentOf(i + 1, { title })));
    const identified = (key: string) => opened.titled([{ key, author: [] }], opened.filter());
    expect(identified("#bip32")).toEqual([0]);
    expect(identified("#part2")).toEqual([]);
    expect(identified("bip32")).toEqual([]);
  });

  it("are those of an identifier in any segment, unless more than three of all have it", () => {
    const parts = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) =>
        documentOf(from + i, { title: `Part 2: ${i}`, source: `s${i % 2}` }),
      );
    const opened = open(parts(1, 2), parts(3, 2));
    const identified = (scope?: ArchiveScope) =>
      opened.titled([{ key: "#part2", author: [] }], opened.filter(scope));
    expect(identified()).toEqual([]);
    opened.withdraw(opened.document(3).documentId);
    expect(identified()).toEqual([0, 1, 2]);
    expect(identified({ sources: ["s1"] })).toEqual([1]);
  });

  it("are those alone with an identifier in their source, where many titles elsewhere begin with it", () => {
    const titled = (number: number, source: string) =>
      documentOf(number, { title: "BIP 70: Invoices", source });
    const posts = Array.from({ length: 5 }, (_, i) => titled(20 + i, "posts"));
    const identified = (archive: ArchiveIndex) =>
      archive.titled([{ key: "#bip70", author: [] }], archive.filter());
    const opened = open([titled(1, "bips"), ...posts], [titled(30, "talks"), titled(31, "essays")]);
    expect(identified(opened)).toEqual([0, 6, 7]);
    expect(identified(open(posts, [titled(1, "bips"), titled(40, "posts")]))).toEqual([5]);
    const everywhere = ["a", "b", "c", "d"].map((source, i) => titled(i, source));
    expect(identified(open(everywhere, posts))).toEqual([]);
  });

  it("are those whose title is the name behind an identifier, or up to a further colon, unless many are", () => {
    const titles = ["BIP 341: Taproot: Version 1", "Re: Taproot", "Taproot", "BIP 1: Taproot roots"];
    const opened = open(
      titles.map((title, i) => documentOf(i + 1, { title, author: i ? null : "Ada Hill" })),
    );
    const titled = (title: string, author: string[] = []) =>
      opened.titled([{ key: nameKey(title), author }], opened.filter());
    expect(titled("taproot")).toEqual([0, 2]);
    expect(titled("taproot", ["hill"])).toEqual([0]);
    expect(titled("taproot version 1")).toEqual([0]);
    expect(titled("version 1")).toEqual([]);
    const posts = [0, 1, 2, 3].map((i) => documentOf(10 + i, { title: `Part ${i}: Taproot` }));
    const twice = open([
      documentOf(1, { title: "BIP 1: Taproot (the)" }),
      documentOf(2, { title: "BIP 2: Taproot (a)" }),
    ]);
    expect(twice.titled([{ key: nameKey("taproot"), author: [] }], twice.filter())).toEqual([0, 1]);
    const many = open([...posts, documentOf(9, { title: "Taproot" })].sort(bySourceAndId));
    expect(many.titled([{ key: nameKey("taproot"), author: [] }], many.filter())).toEqual([0]);
  });

  it("are not those that were withdrawn", () => {
    const opened = archive();
    opened.withdraw(opened.document(0).documentId);
    expect(opened.titled([named], opened.filter())).toEqual([2]);
  });
});

describe("threads", () => {
  it("have one number over all segments, and none for a document of its own or of an older segment", () => {
    const archive = open(
      [documentOf(1, { thread: "a" }), documentOf(2, {}), documentOf(3, { thread: "b" })],
      [documentOf(4, { thread: "a" }), documentOf(5, { thread: "a", source: "papers" })],
      [documentOf(6, {})],
    );
    const [a, none, b, again, other, alone] = numbersOf(archive).map((i) => archive.threadOf(i));
    expect([none, alone]).toEqual([0, 0]);
    expect(again).toBe(a);
    expect(new Set([a, b, other, 0]).size).toBe(4);
  });
});

describe("a document", () => {
  it("has its language and whether a machine wrote it, where they are known", () => {
    const archive = open([
      documentOf(1, { language: "en", machineSummary: true }),
      documentOf(2, { language: "und" }),
      documentOf(3, {}),
    ]);
    expect(archive.document(0)).toMatchObject({ language: "en", machineSummary: true });
    for (const number of [1, 2]) {
      expect(archive.document(number)).not.toHaveProperty("language");
      expect(archive.document(number)).not.toHaveProperty("machineSummary");
    }
  });

  it("says how many characters are before each of its passages", () => {
    const archive = open(
      [documentOf(1, { passages: ["one"] })],
      [documentOf(2, { passages: ["é😀a", "支付", "end"] })],
    );
    const { from, to } = archive.chunkRange(1);
    expect([from, to]).toEqual([1, 4]);
    const document = archive.document(1);
    expect([1, 2, 3].map((chunk) => document.charsBefore(chunk))).toEqual([0, 5, 9]);
    expect(archive.document(0).charsBefore(0)).toBe(0);
  });

  it("is found by its passages, however many documents there are", () => {
    const held = Array.from({ length: 150 }, (_, i) =>
      documentOf(i, { passages: Array.from({ length: i % 4 }, (__, p) => `passage ${p}`) }),
    );
    const archive = open(held.slice(0, 149), held.slice(149));
    for (const number of numbersOf(archive)) {
      const { from, to } = archive.chunkRange(number);
      expect(to - from).toBe(number % 4);
      for (let chunk = from; chunk < to; chunk++) expect(archive.documentOf(chunk)).toBe(number);
    }
  });
});

it("documents that are not live are listed by segment, again after each withdrawal", () => {
  const archive = open([documentOf(1, {}), documentOf(2, {}), documentOf(3, {})], [documentOf(4, {})]);
  const id = (number: number) => archive.document(number).documentId;
  expect(archive.dead()).toEqual([[], []]);
  archive.withdraw(id(2));
  archive.withdraw(id(2));
  const once = archive.dead();
  expect(once).toEqual([[2], []]);
  expect(archive.dead()).toBe(once);
  archive.supersede(1, [0]);
  archive.withdraw(id(0));
  archive.withdraw("ffffffff-ffff-4fff-8fff-ffffffffffff");
  expect(archive.dead()).toEqual([[0, 2], [0]]);
});

it("vectors are those of the passages, in any segment", () => {
  const held = ["ledger", "oracle", "wooden bridge"].map((text, i) => documentOf(i, { passages: [text] }));
  const archive = open(held.slice(0, 1), held.slice(1));
  held.forEach((_, chunk) => {
    const { int8, scale } = archive.vectorOf(chunk)!;
    const itself = prepareDirection(Float32Array.from(int8, (x) => x * scale));
    const cosines = [...archive.similarities(itself, Uint32Array.of(0, 1, 2))];
    expect(cosines.indexOf(Math.max(...cosines))).toBe(chunk);
    expect(cosines[chunk]).toBeCloseTo(1, 1);
  });
});

describe("the vocabulary of several segments", () => {
  const archive = () =>
    open(
      [documentOf(1, { passages: ["ledgers"] }), documentOf(2, { passages: ["ledgers and oracles"] })],
      [
        documentOf(3, { passages: ["a ledger", "the ledger"] }),
        documentOf(4, { passages: ["ledger farming"] }),
      ],
    );

  it("counts documents, and finds a term near a misspelt one once", () => {
    const { vocabulary } = archive();
    expect(vocabulary.frequency("ledger")).toBe(4);
    expect(vocabulary.frequency("unknown")).toBe(0);
    expect(vocabulary.near("legder")).toEqual(["ledger"]);
    expect(vocabulary.near("unknown")).toEqual([]);
  });

  it("has the usual form of a suggested term", () => {
    const { vocabulary } = archive();
    expect(vocabulary.form("ledger")).toBe("ledgers");
    expect(vocabulary.form("unknown")).toBe("unknown");
  });

  it("counts pairs of terms in titles and first chunks, in each segment from four on", () => {
    const times = (count: number, passages: string[]) =>
      Array.from({ length: count }, (_, i) => documentOf(10 * count + i, { title: "Open ledger", passages }));
    const { vocabulary } = open(
      times(5, ["merkle trees", "turbine farm"]),
      times(4, ["a tree of merkle trees"]),
      times(3, ["merkle trees"]),
    );
    expect(vocabulary.pairs("merkl", "tree")).toBe(9);
    expect(vocabulary.pairs("tree", "merkl")).toBe(4);
    expect(vocabulary.pairs("open", "ledger")).toBe(9);
    expect(vocabulary.pairs("turbin", "farm")).toBe(0);
    expect(vocabulary.pairs("ledger", "merkl")).toBe(0);
  });

  it("suggests only terms of several documents, or of a title", () => {
    const { vocabulary } = open([
      documentOf(1, { title: "Turbine", passages: ["harvest", "harvest"] }),
      documentOf(2, { passages: ["ballot"] }),
      documentOf(3, { passages: ["ballot"] }),
    ]);
    expect(vocabulary.near("turbien")).toEqual(analyze("turbine"));
    expect(vocabulary.near("balolt")).toEqual(["ballot"]);
    expect(vocabulary.near("harvset")).toEqual([]);
  });
});
