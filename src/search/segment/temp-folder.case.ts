/** For tests: temporary folders, and ways to damage files. */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Removed when the test ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "priorart-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Flips one bit; calling it again restores the bit. */
export function flipBit(path: string, bit: number): void {
  const handle = openSync(path, "r+");
  const byte = new Uint8Array(1);
  readSync(handle, byte, 0, 1, bit >> 3);
  byte[0]! ^= 1 << (bit & 7);
  writeSync(handle, byte, 0, 1, bit >> 3);
  closeSync(handle);
}

export function cutTo(path: string, bytes: number): void {
  truncateSync(path, bytes);
}

/** Gives a segment file the format version of a later release. */
export function makeNewer(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(99, 8);
  const handle = openSync(path, "r+");
  writeSync(handle, bytes.subarray(0, 12), 0, 12, 0);
  closeSync(handle);
}
