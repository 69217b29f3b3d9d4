import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Accounts, Invitation } from "./types.ts";

const DEMO_EMAIL = "demo@priorart.example";

/**
 * The demo token, stored in `<dataDir>/demo-token` (mode 600): reused while it is valid, else issued again. It is the
 * only token stored in plain text, so that `npm start` can print it each time. Null when the demo member has
 * generated another in the console, which a start must not revoke.
 */
export async function readOrIssueDemoToken(accounts: Accounts, dataDir: string): Promise<string | null> {
  const path = join(dataDir, "demo-token");
  const kept = await readKept(path);
  if (kept !== null && (await accounts.authenticate(kept)) !== null) return kept;
  await accounts.addMember(DEMO_EMAIL);
  if ((await accounts.tokenState({ email: DEMO_EMAIL }))?.status === "active") return null;
  const { token } = await accounts.issueToken({ email: DEMO_EMAIL });
  // Written to a new file and renamed: a reader never sees a partial token, nor one in an older file with a wider
  // mode.
  // Containers that share a volume have the same process id.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${token}\n`, { mode: 0o600 });
  await rename(draft, path);
  return token;
}

/** A link that signs in to the console, as an administrator the first time. */
export const linkDemoMember = (accounts: Accounts): Promise<Invitation> =>
  accounts.openSignInLink(DEMO_EMAIL, "admin");

async function readKept(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
