/** Temporary folders and time limits of one reading. */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CloneFailure } from "./clone-failure.ts";
import { onExit } from "./on-exit.ts";

export interface TemporaryFolders {
  folder: string;
  /** An empty folder in it, as HOME of git. */
  home: string;
  /** Also done when the process exits before. */
  remove(): Promise<void>;
}

export async function temporaryFolders(): Promise<TemporaryFolders> {
  const folder = await mkdtemp(join(tmpdir(), "priorart-scan-"));
  const cancel = onExit(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  await mkdir(home);
  return {
    folder,
    home,
    remove: async () => {
      cancel();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Aborts what `use` does after this time, with CloneFailure (`timed-out`) as the reason. */
export async function withinSeconds<T>(
  seconds: number,
  signal: AbortSignal | undefined,
  use: (bounded: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new CloneFailure("timed-out", `the repository could not be cloned within ${seconds} s`)),
    seconds * 1_000,
  );
  try {
    return await use(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
