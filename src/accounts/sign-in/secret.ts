/** The key that signs cookies: given by the operator, or made once and kept beside the databases. */
import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * `<dataDir>/secret` (mode 600), made at the first start. Whoever starts at the same moment reads the same one: the
 * name is taken by one process only. Changing or losing it signs everybody out, and nothing else.
 */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  const kept = await readSecret(path);
  if (kept !== null) return kept;
  const draft = `${path}.${process.pid}`;
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
    `${path} must hold at least 32 characters; delete it to have a new one made (everybody signs in again)`,
  );
}
