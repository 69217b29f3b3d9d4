import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SegmentError } from "../search/segment/segment-error.ts";
import { tempFolder } from "../search/segment/temp-folder.case.ts";
import { createDataDirectory, dataDirectory } from "./data-directory.ts";
import {
  currentSnapshot,
  listSnapshots,
  type Manifest,
  manifestFormat,
  manifestPath,
  manifestText,
  readManifest,
  readManifestFile,
  readServedManifest,
  remoteManifestFormat,
  segmentFileNames,
  setCurrentSnapshot,
  writeManifest,
} from "./manifest.ts";

const manifest = (id: string) => ({ format: manifestFormat, id, sources: [] }) as unknown as Manifest;

describe("manifests", () => {
  it("are read as written, and listed oldest first", () => {
    const directory = createDataDirectory(tempFolder());
    for (const id of ["000010", "000002"]) writeManifest(directory, manifest(id));
    for (const name of ["000003.json.1.tmp", "1000003.json", "00004.json", "CURRENT"])
      writeFileSync(join(directory.snapshots, name), "");
    expect(readManifest(directory, "000010")).toEqual(manifest("000010"));
    expect(listSnapshots(directory)).toEqual(["000002", "000010"]);
    expect(listSnapshots(dataDirectory(join(directory.root, "none")))).toEqual([]);
  });

  it("are refused when they are missing, damaged or of another format", () => {
    const directory = createDataDirectory(tempFolder());
    expect(() => readManifest(directory, "000001")).toThrow(SegmentError);
    writeFileSync(join(directory.snapshots, "000001.json"), '{"format":');
    expect(() => readManifest(directory, "000001")).toThrow("cannot be read");
    writeManifest(directory, { ...manifest("000002"), format: 99 as never });
    expect(() => readManifest(directory, "000002")).toThrow(
      "written in format 99, but this version of Prior Art serves formats 4 and 5. Use the version that wrote it, or publish again.",
    );
  });

  it("of an earlier release are read, but not to serve them", () => {
    const directory = createDataDirectory(tempFolder());
    for (const format of [2, 3] as const) {
      const earlier: Manifest = { ...manifest("000001"), format };
      writeManifest(directory, earlier);
      expect(readManifest(directory, "000001")).toEqual(earlier);
      expect(() => readServedManifest(directory, "000001")).toThrow(
        `000001.json: written in format ${format}, but this version of Prior Art serves formats 4 and 5. Run "priorart publish": it keeps the clusters.`,
      );
    }
    writeManifest(directory, manifest("000002"));
    expect(readServedManifest(directory, "000002")).toEqual(manifest("000002"));
  });

  it("are read in both formats, from any place, and written as one line", () => {
    const directory = createDataDirectory(tempFolder());
    const remote = { ...manifest("000001"), format: remoteManifestFormat } as Manifest;
    const path = join(directory.root, "elsewhere.json");
    writeFileSync(path, manifestText(remote));
    expect(readManifestFile(path)).toEqual(remote);
    expect(manifestText(remote)).toBe('{"format":5,"id":"000001","sources":[]}\n');
    writeManifest(directory, remote);
    expect(readFileSync(manifestPath(directory, "000001"), "utf8")).toBe(manifestText(remote));
  });

  it("name the files of their segments: texts only of projects and archive", () => {
    const parts = {
      embedder: { file: null },
      projects: { file: "p" },
      clusters: null,
      archive: { segments: [{ file: "a" }, { file: "b" }] },
    };
    const names = (changes: object) => segmentFileNames({ ...parts, ...changes } as unknown as Manifest);
    const always = ["p.seg", "p.txt", "a.seg", "a.txt", "b.seg", "b.txt"];
    expect(names({})).toEqual(always);
    expect(names({ embedder: { file: "e" }, clusters: { file: "c" }, landscape: { file: "l" } })).toEqual([
      ...always,
      "e.seg",
      "c.seg",
      "l.seg",
    ]);
  });

  it("name the current snapshot: none at first, then the one activated last", () => {
    const directory = createDataDirectory(tempFolder());
    expect(currentSnapshot(directory)).toBeNull();
    setCurrentSnapshot(directory, "000001");
    setCurrentSnapshot(directory, "000002");
    expect(currentSnapshot(directory)).toBe("000002");
    writeFileSync(directory.current, "\n");
    expect(currentSnapshot(directory)).toBeNull();
  });
});

it("a data directory is accessible only to its owner", () => {
  const directory = createDataDirectory(join(tempFolder(), "data"));
  for (const path of [directory.snapshots, directory.segments]) {
    expect(existsSync(path)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }
});
