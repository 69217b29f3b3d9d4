/** Whether a data directory contains the demo: a small file stores its version, and whether loading completed. */
import { chmod, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface DemoState {
  /** Digest of the demo's files when loading started. */
  digest: string;
  /** False from the first write until the snapshot is published. */
  complete: boolean;
}

export type Contents = { kind: "empty" } | { kind: "demo"; state: DemoState } | { kind: "other" };

const fileName = "demo.json";

/** Classifies the contents of a data directory. Files whose name begins with a dot do not count. */
export async function contentsOf(dataDir: string): Promise<Contents> {
  const names = await namesIn(dataDir);
  if (names.includes(fileName)) {
    const state = parseState(await readFile(join(dataDir, fileName), "utf8"));
    return { kind: "demo", state };
  }
  // `lost+found` belongs to the volume.
  const own = names.filter((name) => !name.startsWith(".") && name !== "lost+found");
  return { kind: own.length === 0 ? "empty" : "other" };
}

export async function writeDemoState(dataDir: string, state: DemoState): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // The directory will hold a token, and may have existed before, empty. If another user owns it, its mode is kept.
  await chmod(dataDir, 0o700).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM") throw error;
  });
  const draft = join(dataDir, `.${fileName}.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(state)}\n`);
  await rename(draft, join(dataDir, fileName));
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** An unreadable state means that the demo is loaded again, which never loses anything. */
function parseState(text: string): DemoState {
  try {
    const value = JSON.parse(text) as Partial<DemoState>;
    return { digest: String(value.digest), complete: value.complete === true };
  } catch {
    return { digest: "", complete: false };
  }
}
