/** `priorart backup` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";
import { requireOutsideDataDirectory } from "../output/outside-data-directory.ts";
import { counted, describeBytes, describeSeconds, megabytes } from "../progress.ts";

interface BackupCommandOptions extends CommonOptions {
  snapshot: boolean;
  json?: boolean;
}

export function backupCommand(runner: Runner): Command {
  return createCommand("backup", "write the data directory into one file, also while it is in use")
    .argument("<file>", "the file to write; compressed when its name ends in .gz or .tgz")
    .option("--no-snapshot", "leave the current snapshot out; publish builds it again after a restore")
    .option("--json", "print the report as JSON")
    .examples("backup priorart.tar.gz", "backup /var/backups/priorart.tar --data /srv/priorart")
    .notes(
      "The file contains members, secrets and restricted texts: only its owner can read it.",
      "Exit code 1: written, but without the snapshot, which cannot be read.",
    )
    .action(
      runner.action<BackupCommandOptions, [string]>(async (context, { snapshot, json }, file) => {
        requireOutsideDataDirectory(file, context.config);
        const report = await context.services.backup(context.config, {
          file,
          snapshot,
          signal: context.signal,
          onProgress: (done, total) =>
            context.progress.update({ step: "Writing, in MB", ...megabytes(done, total) }),
        });
        if (json) context.printJson(report);
        else
          context.print(
            `Wrote ${report.file} in ${describeSeconds(report.seconds)}: ${counted(report.files, "file")}, ${describeBytes(report.bytes)}, ${report.snapshot === null ? "without a snapshot" : `snapshot ${report.snapshot}`}.`,
          );
        if (report.snapshotProblem === null) return exitCodes.ok;
        context.note(`The snapshot is not in the backup: ${report.snapshotProblem}`);
        return exitCodes.partial;
      }),
    );
}
