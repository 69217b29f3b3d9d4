/** `priorart migrate` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";

export function migrateCommand(runner: Runner): Command {
  return createCommand("migrate", "create or update the tables of records and accounts for this version")
    .examples("migrate", "migrate --data /srv/priorart")
    .notes(
      "PostgreSQL is migrated by this command only: stop servers of an older version first, or replace them immediately after it.",
      "SQLite files are also migrated when they are opened.",
    )
    .action(
      runner.action<CommonOptions, []>(async (context) => {
        for (const database of await context.services.migrate(context.config))
          context.print(`${database} is up to date.`);
        return exitCodes.ok;
      }),
    );
}
