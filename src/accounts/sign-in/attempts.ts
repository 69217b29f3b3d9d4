/**
 * Limits sign-in attempts per account (from any address) and per client address. Accounts are counted in the file, so
 * that neither a restart nor a crash allows more attempts; addresses in the memory of the one server of a SQLite file, so
 * that a client with many of them cannot saturate the disk. An account that does not exist is counted like one that does.
 */
import { isPostgres } from "../../database/dialect.ts";
import { clientNetwork, keyDigest } from "../rate-limits/client-network.ts";
import { HourCounter } from "../rate-limits/hour-counter.ts";
import { MinuteCounter } from "../rate-limits/minute-counter.ts";
import { sharedMinuteCounter } from "../rate-limits/stored-counter.ts";
import type { RateLimitResult } from "../rate-limits/types.ts";
import type { AccountsDb } from "../tables.ts";
import { SignInError } from "./types.ts";

/** Per account and hour. */
const ACCOUNT_ATTEMPTS = 10;
/** Per address and minute: passwords, invitations and redirects to the identity provider together. */
const ADDRESS_ATTEMPTS = 30;
/** New accounts per address and hour. */
const ADDRESS_SIGN_UPS = 5;

export interface Attempts {
  /** Counts one attempt from this address. Throws SignInError when there are too many. */
  fromAddress(address: string): Promise<void>;
  /** Counts one attempt for this account. Throws like `fromAddress`. */
  forAccount(email: string): Promise<void>;
  /** The password was correct: clears the account's count. */
  succeeded(email: string): Promise<void>;
  /** Counts one sign-up from this address. Throws like `fromAddress`. */
  signUp(address: string): Promise<void>;
}

export function createAttempts(db: AccountsDb): Attempts {
  const accounts = new HourCounter({ name: "sign-in", limit: ACCOUNT_ATTEMPTS, db });
  const signUps = new HourCounter({ name: "sign-up", limit: ADDRESS_SIGN_UPS, db });
  const addresses = isPostgres(db)
    ? sharedMinuteCounter(db, "sign-in-address", { limit: ADDRESS_ATTEMPTS })
    : new MinuteCounter({ limit: ADDRESS_ATTEMPTS });
  return {
    fromAddress: (address) => count(() => addresses.consume(clientNetwork(address))),
    forAccount: (email) => count(() => accounts.consume(keyDigest(email))),
    succeeded: (email) => accounts.forget(keyDigest(email)),
    signUp: (address) => count(() => signUps.consume(clientNetwork(address))),
  };
}

async function count(consume: () => Promise<RateLimitResult>): Promise<void> {
  const result = await consume().catch((cause: unknown) => {
    throw new SignInError("unavailable", "Sign-in is not possible right now; try again in a moment", {
      cause,
    });
  });
  if (result.allowed) return;
  const { retryAfterSeconds } = result;
  const wait =
    retryAfterSeconds > 90 ? `${Math.ceil(retryAfterSeconds / 60)} minutes` : `${retryAfterSeconds} s`;
  throw new SignInError("too many", `Too many attempts; wait ${wait}, then try again`, { retryAfterSeconds });
}
