/** One process at a time delivers, however many serve one data directory. */
import { sql } from "kysely";
import type { AccountsDb } from "../../accounts/tables.ts";

/** Longer than one attempt may take, so that a holder that lives never loses it in the middle of one. */
export const LEASE_MS = 20_000;
const NAME = "escalations";

/**
 * Takes the lease, or prolongs our own; false while another process holds it. One that was taken and not given back
 * (the process was killed) is free when it has run out, or when it ends later than any could that was taken now (the
 * clock was set back).
 */
export async function takeLease(
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
            eb("lease.expires_at", ">", expires_at),
          ]),
        ),
    )
    .returning(sql<number>`1`.as("one"))
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives our lease back; another's stays. */
export async function giveLeaseBack(db: AccountsDb, holder: string): Promise<void> {
  await db.deleteFrom("lease").where("name", "=", NAME).where("holder", "=", holder).execute();
}
