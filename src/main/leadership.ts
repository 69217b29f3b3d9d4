/** Of the servers of a PostgreSQL database, one leads: it reads the sources that are due, and publishes. */
import type { HeldLock } from "../database/held-lock.ts";
import { type Storage, takeWorkLock } from "./database.ts";

export interface Leadership {
  /** Whether this server leads; it does from now on when no other does. */
  isHeld(): Promise<boolean>;
  close(): Promise<void>;
}

/** The one server of a data directory with SQLite files always leads. */
export function createLeadership(storage: Storage): Leadership {
  if (storage.database === null) return { isHeld: async () => true, close: async () => {} };
  let held: HeldLock | null = null;
  return {
    async isHeld() {
      if (held?.lost.aborted) {
        await held.release();
        held = null;
      }
      held ??= await takeWorkLock(storage, "schedule");
      return held !== null;
    },
    close: async () => held?.release(),
  };
}
