/**
 * Replaces `src/threads/thread-file.ts` in unit tests: an entry is bundled once for all its threads. A thread that
 * loads hundreds of TypeScript files one by one takes seconds to start.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ThreadFile } from "../src/threads/thread-file.ts";

export type { ThreadFile };

const script = fileURLToPath(new URL("bundle-thread.mjs", import.meta.url));
const bundles = new Map<string, ThreadFile>();

export function threadFile(path: string, base: string): ThreadFile {
  const entry = fileURLToPath(new URL(`${path}.ts`, base));
  const known = bundles.get(entry);
  if (known) return known;
  const file = execFileSync(process.execPath, [script, entry], { encoding: "utf8" });
  const bundled = { url: pathToFileURL(file) };
  bundles.set(entry, bundled);
  return bundled;
}
