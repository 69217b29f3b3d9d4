/** `priorart copy-state` */
import { type Command, Option } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes, UsageError } from "../exit.ts";
import { createCommand } from "../options.ts";
import { counted } from "../progress.ts";

type Dialect = "sqlite" | "postgres";

interface CopyStateOptions extends CommonOptions {
  from: Dialect;
  to: Dialect;
  json?: boolean;
}

const dialects: Dialect[] = ["sqlite", "postgres"];

export function copyStateCommand(runner: Runner): Command {
  return createCommand("copy-state", "copy records and accounts between SQLite files and PostgreSQL")
    .addOption(new Option("--from <dialect>", "where they are").choices(dialects).makeOptionMandatory())
    .addOption(
      new Option("--to <dialect>", "where they go; must be empty").choices(dialects).makeOptionMandatory(),
    )
    .option("--json", "print the tables with their rows and digests as JSON")
    .examples(
      "copy-state --from sqlite --to postgres",
      "copy-state --from postgres --to sqlite --data /srv/copy",
    )
    .notes(
      "PRIORART_DATABASE_URL names the PostgreSQL database, --data the directory of the SQLite files. Stop the servers first.",
      "All or nothing is copied: an interrupted copy leaves no rows, and is run again. Every table is read back and compared.",
    )
    .action(
      runner.action<CopyStateOptions, []>(async (context, { from, to, json }) => {
        if (from === to)
          throw new UsageError("--from and --to must differ: one is sqlite, the other postgres");
        const tables = await context.services.copyState(context.config, {
          to,
          signal: context.signal,
          onProgress: (table, done) =>
            context.progress.update({ step: `Copying ${table}`, done, total: null }),
        });
        if (json) context.printJson({ tables });
        else {
          const rows = tables.reduce((sum, table) => sum + table.rows, 0);
          context.print(
            `Copied ${counted(rows, "row")} of ${counted(tables.length, "table")}; all were read back and are equal.`,
          );
        }
        return exitCodes.ok;
      }),
    );
}
