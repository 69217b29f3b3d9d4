import { realpathSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { defaultScanLimits, type ScanLimits } from "./limits.ts";
import type { Recogniser } from "./recognisers/recogniser.ts";
import { type FolderScan, TreeReading } from "./tree-reading.ts";

export type { FolderScan } from "./tree-reading.ts";

export interface ScanOptions {
  recognisers: readonly Recogniser[];
  limits?: Partial<ScanLimits>;
  /** Aborts the scan, which then throws the signal's reason. */
  signal?: AbortSignal;
}

/** The folder cannot be scanned. */
export class ScanError extends Error {
  override readonly name = "ScanError";
}

/** Milliseconds of work before the scan yields to the event loop. */
const STRETCH = 20;

/**
 * Detects the technologies of the checkout in a folder.
 *
 * Nothing in it is executed, unpacked or followed: regular files inside the folder are read as text, within limits,
 * and everything else is ignored. Invalid files are reported in `truncated`; no content makes the scan fail. The same
 * tree gives the same record, unless the time limit was reached.
 *
 * @throws {ScanError} when the path is not a readable folder.
 */
export async function scanFolder(path: string, options: ScanOptions): Promise<FolderScan> {
  const limits = { ...defaultScanLimits, ...options.limits };
  const reading = new TreeReading(readableRoot(path), options.recognisers, limits);
  const deadline = performance.now() + limits.maxMilliseconds;
  let pause = performance.now() + STRETCH;
  options.signal?.throwIfAborted();
  try {
    for (const _ of reading.steps()) {
      const now = performance.now();
      if (now > deadline) {
        reading.omissions.add(
          `the time limit of ${limits.maxMilliseconds} ms was reached: the rest was not read`,
        );
        break;
      }
      if (now < pause) continue;
      await setImmediate();
      options.signal?.throwIfAborted();
      pause = performance.now() + STRETCH;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined || options.signal?.aborted) throw error;
    throw new ScanError(`${path}: cannot be scanned: ${(error as Error).message}`);
  }
  return reading.outcome();
}

function readableRoot(path: string): string {
  let root: string;
  try {
    root = realpathSync(path);
  } catch (error) {
    throw new ScanError(`${path}: cannot be scanned: ${(error as Error).message}`);
  }
  if (!statSync(root).isDirectory()) {
    throw new ScanError(`${path}: is not a folder: give the folder of a checkout`);
  }
  return root;
}
