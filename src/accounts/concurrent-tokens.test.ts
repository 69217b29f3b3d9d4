/** Two processes that issue tokens for one member. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseAt } from "../database/database-at.case.ts";
import { openAccounts } from "./accounts.ts";
import type { Accounts } from "./types.ts";

const now = Date.parse("2026-03-01T00:00:00Z");
let folder: string;
let path: string;
let accounts: Accounts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "accounts-"));
  path = join(folder, "accounts.db");
  accounts = await openAccounts({ database: databaseAt(path), service: "acme", now: () => now });
});

afterEach(async () => {
  await accounts.close();
  rmSync(folder, { recursive: true });
});

test("of simultaneous regenerations, in this process and another, exactly one stays valid", async () => {
  await accounts.addMember("ada@example.org");
  const issue = (count: number) =>
    Array.from({ length: count }, () => accounts.issueToken({ email: "ada@example.org" }));
  const elsewhere = issueElsewhere(20);
  const here: { token: string }[] = [];
  while (!elsewhere.done) {
    here.push(...(await Promise.all(issue(5))));
    await new Promise(setImmediate);
  }
  const tokens = [...here.map(({ token }) => token), ...(await elsewhere.tokens)];
  expect(tokens.length).toBeGreaterThan(24);
  const callers = await Promise.all(tokens.map((token) => accounts.authenticate(token)));
  expect(callers.filter((caller) => caller !== null)).toHaveLength(1);
});

/** Issues tokens for the same member in a separate process. */
function issueElsewhere(count: number): { tokens: Promise<string[]>; done: boolean } {
  const script = `
    import { openAccounts } from ${JSON.stringify(new URL("accounts.ts", import.meta.url).href)};
    const accounts = await openAccounts({ database: ${JSON.stringify(databaseAt(path))}, service: "acme", now: () => ${now} });
    for (let issued = 0; issued < ${count}; ) {
      try {
        console.log((await accounts.issueToken({ email: "ada@example.org" })).token);
        issued++;
      } catch (error) {
        // On a busy machine the other process may hold the file for longer than a command waits.
        if (!/run this again/.test(error.message)) throw error;
      }
    }
    await accounts.close();`;
  const run = { done: false, tokens: Promise.resolve<string[]>([]) };
  const finished = promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    "--input-type=module",
    "-e",
    script,
  ]);
  run.tokens = finished.then(({ stdout }) => stdout.trim().split("\n")).finally(() => (run.done = true));
  return run;
}
