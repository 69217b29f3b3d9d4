import { existsSync, statSync, writeFileSync } from "node:fs";
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
  readManifest,
  setCurrentSnapshot,
  writeManifest,
} from "./manifest.ts";

const manifest = (id: string) => ({ format: manifestFormat, id, sources: [] }) as unknown as Manifest;

describe("manifests", () => {
  it("are read as written, and listed oldest first", () => {
    const directory = createDataDirectory(tempFolder());
    for (const id of ["000010", "000002"]) writeManifest(directory, manifest(id));
    writeFileSync(join(directory.snapshots, "000003.json.1.tmp"), "");
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
    expect(() => readManifest(directory, "000002")).toThrow("written in format 99");
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
