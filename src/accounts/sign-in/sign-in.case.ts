/** Sign-in over a temporary accounts.db, for tests; carries cookies like a browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseAt } from "../../database/database-at.case.ts";
import { createHttpClient } from "../../net/http-client.ts";
import { createAccounts } from "../accounts.ts";
import { openAccountTables } from "../open-tables.ts";
import { createSignIn, type SignInOptions } from "./sign-in.ts";
import type { Visitor } from "./types.ts";

export const goodPassword = "correct horse battery";

export async function openSignIn(change: Partial<SignInOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "sign-in-"));
  const path = join(folder, "accounts.db");
  const db = await openAccountTables(databaseAt(path));
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const problems: Error[] = [];
  const options: SignInOptions = {
    secret: "a secret of the tests, long enough to pass",
    origin: () => "http://127.0.0.1:8787",
    oidc: null,
    http: createHttpClient(),
    signUpDomains: [],
    onProblem: (error) => problems.push(error),
    now,
    ...change,
  };
  return {
    path,
    db,
    clock,
    problems,
    accounts: createAccounts(db, { service: "acme", now }),
    signIn: await createSignIn(db, options),
    /** Another server over the same file, after a restart. */
    restart: () => createSignIn(db, options),
    async close() {
      await db.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Stores cookies by name; drops an expired one. */
export class Browser {
  readonly cookies = new Map<string, string>();
  address = "192.0.2.1";

  visitor(): Visitor {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(cookie === "" ? {} : { cookie });
    return { headers, address: this.address, isLocal: false };
  }

  take<T extends { cookies: string[] }>(answer: T): T {
    for (const line of answer.cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return answer;
  }
}
