/** One process at a time reads, or renames, the sources of the same records. */
import { CommandError } from "../cli/exit.ts";
import type { Config } from "../config/config.ts";
import { takeWorkLock } from "./database.ts";

/** Throws CommandError while another process has the lock. */
export async function lockSync(config: Config) {
  const lock = await takeWorkLock(config, "sync");
  if (lock === null)
    throw new CommandError(
      "another process is reading sources of these records: wait until it is done, and try again",
    );
  return lock;
}
