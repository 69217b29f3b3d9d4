/** Builds one contender in a separate process, so that only its time and memory are measured. */
import { mkdirSync, rmSync } from "node:fs";
import { openChunkSet } from "../contest/chunk-set.ts";
import { type ContenderKey, loadContender } from "../contest/contenders/all.ts";
import { bytesOnDisk } from "../measure/disk.ts";
import { residentNow, residentPeak } from "../measure/memory.ts";

export interface BuildInput {
  contender: ContenderKey;
  chunks: string;
  folder: string;
}

export interface BuildResult {
  seconds: number;
  /** MB, above what the process had before; null for the part that does not apply. */
  peakMemory: number;
  /** MB on disk; 0 for those in memory. */
  disk: number;
}

export async function buildContender(input: BuildInput): Promise<BuildResult> {
  const contender = await loadContender(input.contender);
  rmSync(input.folder, { recursive: true, force: true });
  mkdirSync(input.folder, { recursive: true });
  const before = residentNow();
  const started = performance.now();
  await contender.build(openChunkSet(input.chunks), input.folder);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, peakMemory: residentPeak() - before, disk: bytesOnDisk(input.folder) / 1e6 };
}
