/** `priorart restore` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";
import { counted, describeSeconds, megabytes } from "../progress.ts";

interface RestoreCommandOptions extends CommonOptions {
  replace?: boolean;
  json?: boolean;
}

export function restoreCommand(runner: Runner): Command {
  return createCommand("restore", "make a data directory of a backup, in one step")
    .argument("<file>", "a file that priorart backup wrote")
    .option("--replace", "move a data directory that is not empty aside")
    .option("--json", "print the report as JSON")
    .examples("restore priorart.tar.gz --data /srv/priorart", "restore priorart.tar.gz --replace")
    .notes("Stop the server first; a data directory in use is refused.")
    .action(
      runner.action<RestoreCommandOptions, [string]>(async (context, { replace, json }, file) => {
        const report = await context.services.restore(context.config, {
          file,
          replace: replace ?? false,
          signal: context.signal,
          onProgress: (done, total) =>
            context.progress.update({ step: "Restoring, in MB", ...megabytes(done, total) }),
        });
        if (json) context.printJson(report);
        else
          context.print(
            `Restored ${report.dataDir} as of ${report.createdAt} in ${describeSeconds(report.seconds)}: ${counted(report.files, "file")}, ${report.snapshot === null ? "without a snapshot: publish, then serve" : `snapshot ${report.snapshot}`}.`,
          );
        if (report.replaced !== null)
          context.note(
            `The previous data directory is now ${report.replaced}; delete it when it is not needed.`,
          );
        return exitCodes.ok;
      }),
    );
}
