import { createHash } from "node:crypto";
import { existsSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { writeSections } from "../search/segment/section-writer.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { cutTo } from "../search/segment/temp-folder.case.ts";
import { dataDirectory } from "./data-directory.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { landscapeKind, landscapeSections, landscapeVersion } from "./projects/landscape.ts";
import { segments, slugs, snapshotId, sourceOf, writeSnapshot } from "./snapshot.case.ts";
import {
  CorpusSnapshot,
  embedderSegmentKind,
  loadSnapshot,
  type SnapshotHandle,
  type SnapshotOverlay,
} from "./snapshot.ts";

const attached: CorpusSnapshot[] = [];
afterEach(() => {
  for (const snapshot of attached.splice(0)) snapshot.close();
});

function attach(...given: ConstructorParameters<typeof CorpusSnapshot>): CorpusSnapshot {
  const snapshot = new CorpusSnapshot(...given);
  attached.push(snapshot);
  return snapshot;
}

const load = (changes?: Partial<Manifest>): SnapshotHandle =>
  loadSnapshot(writeSnapshot(changes).root, snapshotId);
const open = (changes?: Partial<Manifest>) => attach(load(changes));

const documents = segments.flat();
const nothing: SnapshotOverlay = { withdrawnProjects: [], withdrawnDocuments: [], sourceAccess: {} };
const withdrawn = (kind: "withdrawnProjects" | "withdrawnDocuments", ...keys: string[]): SnapshotOverlay => ({
  ...nothing,
  [kind]: keys.map((key) => ({ key, change: 11 })),
});

describe("a snapshot", () => {
  it("has every project and every document of all its segments", () => {
    const snapshot = open();
    expect(slugs.every((slug) => snapshot.projects.find(slug) >= 0)).toBe(true);
    let passages = 0;
    for (const { documentId, title, content, chunks } of documents) {
      const found = snapshot.archive.find(documentId);
      expect(snapshot.archive.chunkRange(found)).toEqual({ from: passages, to: passages + chunks.length });
      chunks.forEach(({ start, end }, i) => {
        expect(snapshot.archive.passage(found, passages + i)).toBe(content.slice(start, end));
      });
      passages += chunks.length;
      expect(snapshot.archive.document(found)).toMatchObject({ documentId, title });
      expect(snapshot.archive.document(found).content()).toBe(content);
    }
    expect(snapshot.archiveSources()).toEqual([
      { key: "essays", label: "Label of essays", documentCount: 2 },
      { key: "papers", label: "Label of papers", documentCount: 1 },
      { key: "letters", label: "Label of letters", documentCount: 0 },
    ]);
  });

  it("has what its manifest says", () => {
    const calibration = { from: [0, 1], to: [0, 0.5] };
    const { root, manifest } = writeSnapshot();
    const handle = loadSnapshot(root, snapshotId);
    expect(handle).toMatchObject({ root, id: snapshotId, key: snapshotId });
    const snapshot = attach(handle);
    expect(snapshot.id).toBe(snapshotId);
    expect(snapshot.taxonomy).toEqual(manifest.taxonomy);
    expect(snapshot.freshness).toEqual(manifest.freshness);
    expect(snapshot.corpusRevision).toBe("revision");
    expect(snapshot.embedder).toBeNull();
    expect(open({ embedder: { ...manifest.embedder, calibration } }).calibrated(0.6)).toBeCloseTo(0.3);
  });

  it("has the fitted embedder's tables where the manifest names their file", () => {
    const { root, manifest } = writeSnapshot();
    const file = "embedder";
    const tables = {
      kind: embedderSegmentKind,
      meta: { rows: 2 },
      sections: { table: Float32Array.of(1, 2) },
    };
    writeSections(join(root, "segments", `${file}.seg`), tables);
    writeManifest(dataDirectory(root), { ...manifest, embedder: { ...manifest.embedder, file } });
    const { embedder } = attach(loadSnapshot(root, snapshotId));
    expect(embedder?.meta).toEqual({ rows: 2 });
    expect([...(embedder!.arrays as { table: Float32Array }).table]).toEqual([1, 2]);
  });

  it("works without documents", () => {
    const snapshot = open({ archive: { segments: [], parameters: null }, sources: [] });
    expect(snapshot.archiveSources()).toEqual([]);
    expect(snapshot.archive.find(documents[0]!.documentId)).toBe(-1);
    snapshot.apply(withdrawn("withdrawnDocuments", documents[0]!.documentId));
    expect(snapshot.corpusRevision).toBe("revision");
  });

  it.skipIf(!existsSync("/proc/self/fd"))("closes its files when one of them cannot be opened", () => {
    const { root, manifest } = writeSnapshot();
    const handle = loadSnapshot(root, snapshotId);
    const { file } = manifest.archive.segments.at(-1)!;
    rmSync(join(dataDirectory(root).segments, `${file}.txt`));
    expect(() => new CorpusSnapshot(handle)).toThrow();
    const open = readdirSync("/proc/self/fd").flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        return [];
      }
    });
    expect(open.filter((path) => path.startsWith(root))).toEqual([]);
  });

  it("is refused when a segment is missing or damaged, or the snapshot does not exist", () => {
    const { root } = writeSnapshot();
    expect(() => loadSnapshot(root, "000002")).toThrow(SegmentError);
    cutTo(join(root, "segments", "archive-1.seg"), 100);
    expect(() => loadSnapshot(root, snapshotId)).toThrow(/archive-1/);
  });

  it("reads no more texts once it is closed", () => {
    const snapshot = new CorpusSnapshot(load());
    const found = snapshot.archive.find(documents[0]!.documentId);
    snapshot.close();
    expect(() => snapshot.archive.document(found).content()).toThrow();
    expect(() => snapshot.projects.details(0)).toThrow();
  });
});

describe("the landscape", () => {
  const withLandscape = (version: number) => {
    const landscape = { file: "landscape", version, projects: "projects" };
    const { root } = writeSnapshot({ landscape });
    const sections = landscapeSections({
      x: Uint16Array.of(1, 2, 3),
      y: Uint16Array.of(4, 5, 6),
      neighbourhoods: Uint32Array.of(0, 1),
      slugs,
      names: slugs.map((slug) => `Name of ${slug}`),
    });
    const meta = { projects: 3, extent: 1, embedder: "fake", revision: "r" };
    writeSections(join(root, "segments", "landscape.seg"), { kind: landscapeKind, meta, sections });
    return attach(loadSnapshot(root, snapshotId)).landscape;
  };

  it("is read where the manifest names one of this version, and left out otherwise", () => {
    const landscape = withLandscape(landscapeVersion);
    expect([...landscape!.x]).toEqual([1, 2, 3]);
    expect([...landscape!.y]).toEqual([4, 5, 6]);
    expect([...landscape!.neighbourhoods]).toEqual([0, 1]);
    expect(landscape!.slug(2)).toBe(slugs[2]);
    expect(landscape!.name(1)).toBe(`Name of ${slugs[1]}`);
    expect(withLandscape(landscapeVersion + 1)).toBeNull();
    expect(open().landscape).toBeNull();
  });
});

describe("withdrawals", () => {
  const [first, second, third] = documents.map(({ documentId }) => documentId) as [string, string, string];

  it("hide the record in every thread, and change the revision", () => {
    const handle = load();
    const [snapshot, other] = [attach(handle), attach(handle)];
    snapshot.apply(withdrawn("withdrawnProjects", slugs[1]!));
    snapshot.apply(withdrawn("withdrawnDocuments", third));
    for (const each of [snapshot, other]) {
      expect(slugs.map((slug) => each.projects.find(slug) >= 0)).toEqual([true, false, true]);
      expect([first, second, third].map((id) => each.archive.find(id) >= 0)).toEqual([true, true, false]);
      expect(each.archiveSources().map(({ documentCount }) => documentCount)).toEqual([1, 1, 0]);
      expect(each.corpusRevision).toMatch(/^revision\.[0-9a-f]{16}$/);
    }
    expect(other.corpusRevision).toBe(snapshot.corpusRevision);
  });

  it("yield one revision for one set of records, in any order and applied twice, and another for another set", () => {
    const revisionAfter = (...ids: string[]) => {
      const snapshot = open();
      for (const id of ids) snapshot.apply(withdrawn("withdrawnDocuments", id));
      return snapshot.corpusRevision;
    };
    expect(revisionAfter(first, second)).toBe(revisionAfter(second, first, second));
    const halves = [first, second].map((id) => createHash("sha256").update(`document:${id}`).digest());
    const mixed = [0, 4].map((at) => (halves[0]!.readInt32LE(at) ^ halves[1]!.readInt32LE(at)) >>> 0);
    const hex = mixed.map((half) => half.toString(16).padStart(8, "0")).join("");
    expect(revisionAfter(first, second)).toBe(`revision.${hex}`);
    const sets = [[], [first], [second], [third], [first, second], [first, second, third]];
    expect(new Set(sets.map((ids) => revisionAfter(...ids))).size).toBe(sets.length);
  });

  it("distinguish a project from a document with the same key", () => {
    const snapshot = open();
    snapshot.apply(withdrawn("withdrawnDocuments", slugs[0]!));
    snapshot.apply(withdrawn("withdrawnProjects", first));
    expect(snapshot.corpusRevision).toBe("revision");
    expect(snapshot.projects.find(slugs[0]!)).toBeGreaterThanOrEqual(0);
  });

  it("from before the snapshot was written change nothing: the record was imported again", () => {
    const snapshot = open();
    const before = [...slugs, first].map((key) => ({ key, change: 10 }));
    snapshot.apply({ ...nothing, withdrawnProjects: before, withdrawnDocuments: before });
    expect(snapshot.projects.find(slugs[0]!)).toBeGreaterThanOrEqual(0);
    expect(snapshot.archive.find(first)).toBeGreaterThanOrEqual(0);
    expect(snapshot.corpusRevision).toBe("revision");
  });

  it("are not needed for documents that a later segment replaced", () => {
    const { manifest } = writeSnapshot();
    const [one, two] = manifest.archive.segments;
    const replaced = { ...manifest.archive, segments: [{ ...one!, superseded: [0] }, two!] };
    const snapshot = open({ archive: replaced });
    expect(snapshot.archive.find(segments[0]![0]!.documentId)).toBeGreaterThanOrEqual(0);
    snapshot.apply(nothing);
    expect(snapshot.archive.find(segments[0]![0]!.documentId)).toBe(-1);
    expect(snapshot.archive.find(segments[0]![1]!.documentId)).toBeGreaterThanOrEqual(0);
    expect(snapshot.corpusRevision).toBe("revision");
  });
});

describe("access to sources", () => {
  const accessOf = (snapshot: CorpusSnapshot) =>
    ["essays", "papers", "letters", "unknown"].map((key) => snapshot.isExcerptOnly(key));

  it("is as published until it is changed, and again when the change is taken back; for every thread", () => {
    const handle = load();
    const [snapshot, other] = [attach(handle), attach(handle)];
    expect(accessOf(other)).toEqual([false, true, false, false]);
    snapshot.apply({ ...nothing, sourceAccess: { essays: "excerpt", papers: "open" } });
    expect(accessOf(other)).toEqual([true, false, false, false]);
    expect(other.sources()).toEqual([
      sourceOf("essays", "excerpt"),
      sourceOf("papers", "open"),
      sourceOf("letters", "open"),
    ]);
    snapshot.apply(nothing);
    expect(accessOf(other)).toEqual([false, true, false, false]);
  });
});

it("a source says whether a machine wrote its summaries", () => {
  const { manifest } = writeSnapshot();
  const [essays, ...others] = manifest.sources;
  const snapshot = open({ sources: [{ ...essays!, machineSummaries: true }, ...others] });
  const keys = ["essays", "papers", "unknown"];
  expect(keys.map((key) => snapshot.hasMachineSummaries(key))).toEqual([true, false, false]);
});

describe("the memory of a thread", () => {
  it("is reused by the next thread with the same slot, and is its own otherwise", () => {
    const handle = load();
    const start = (slot?: number) => attach(handle, 0, slot).arena.start;
    const [zero, one] = [start(0), start(1)];
    const size = () => handle.memories[0]!.buffer.byteLength;
    const before = size();
    expect([start(1), start(0)]).toEqual([one, zero]);
    expect(size()).toBe(before);
    expect(new Set([zero, one, start(), start(), start(255), start(256), start(256)]).size).toBe(7);
    expect(start(255)).toBeGreaterThan(one);
  });

  it("leaves the requested bytes to the caller", () => {
    const extra = 3_000_000;
    const { arena } = attach(load(), extra);
    expect(() => arena.allocate(extra - 64)).not.toThrow();
    expect(() => arena.allocate(200_000)).toThrow(RangeError);
  });
});

it("a snapshot that another version wrote is refused by its number", () => {
  const { root, manifest } = writeSnapshot();
  const other = JSON.stringify({ ...manifest, format: 99 });
  writeFileSync(join(root, "snapshots", `${snapshotId}.json`), other);
  expect(() => loadSnapshot(root, snapshotId)).toThrow("written in format 99");
});
