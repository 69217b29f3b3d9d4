/** The deliverer's lease: only one process delivers. */
import { sql } from "kysely";
import { CLOCK_SKEW_MS } from "../../accounts/clock-skew.ts";
import type { AccountsDb } from "../../accounts/tables.ts";

/** Longer than one attempt may take, so that a live holder never loses it during one. */
export const LEASE_MS = 20_000;
const NAME = "escalations";

/**
 * Acquires the lease, or extends our own; false while another process holds it. A lease that was not released (the
 * process was killed) is free once it has expired, or when it ends later than one acquired now could (the clock was
 * set back, by more than the clocks of servers may differ).
 */
export async function acquireLease(
  db: AccountsDb,
  { holder, now }: { holder: string; now: number },
): Promise<boolean> {
  const expires_at = now + LEASE_MS;
  const taken = await db
    .insertInto("lease")
    .values({ name: NAME, holder, expires_at })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, expires_at })
        .where((eb) =>
          eb.or([
            eb("lease.holder", "=", holder),
            eb("lease.expires_at", "<=", now),
            eb("lease.expires_at", ">", expires_at + CLOCK_SKEW_MS),
          ]),
        ),
    )
    .returning(sql<number>`1`.as("one"))
    .executeTakeFirst();
  return taken !== undefined;
}

/** Releases our lease; leaves another process's unchanged. */
export async function releaseLease(db: AccountsDb, holder: string): Promise<void> {
  await db.deleteFrom("lease").where("name", "=", NAME).where("holder", "=", holder).execute();
}
