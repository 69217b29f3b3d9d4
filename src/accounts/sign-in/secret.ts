/** Signing keys: set by the operator, or generated once and stored beside the databases. */
import { randomBytes, randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** The files, and what changing or losing each one causes. */
const consequences = {
  secret: "all members must sign in again",
  "escalation-secret": "the webhook's receiver needs the new one",
};

/**
 * `<dataDir>/<name>` (mode 600), created on first use. Concurrent callers read the same key: only one process can
 * create the file. `secret` signs cookies, `escalation-secret` the webhook's requests.
 */
export async function readOrMakeSecret(
  dataDir: string,
  name: keyof typeof consequences = "secret",
): Promise<string> {
  const path = join(dataDir, name);
  const kept = await readSecret(path);
  if (kept !== null) return kept;
  // Containers that share a volume have the same process id.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readSecret(path))!;
}

async function readSecret(path: string): Promise<string | null> {
  let text: string;
  try {
    text = (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  if (text.length >= 32) return text;
  throw new Error(
    `${path} must hold at least 32 characters; delete it to generate a new one ` +
      `(${consequences[basename(path) as keyof typeof consequences]})`,
  );
}
