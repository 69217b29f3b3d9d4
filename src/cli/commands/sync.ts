/** `priorart sync [SOURCE…]` */
import type { Command } from "commander";
import type { SyncReport } from "../../sync/types.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { describeError, type ExitCode, exitCodes, UsageError } from "../exit.ts";
import { createCommand } from "../options.ts";
import { count, counted } from "../progress.ts";
import { tellPublish } from "../publish-progress.ts";

interface SyncCommandOptions extends CommonOptions {
  due?: boolean;
  force?: boolean;
  allowWithdrawals?: boolean;
  publish?: boolean;
  json?: boolean;
}

export function syncCommand(runner: Runner): Command {
  return createCommand("sync", "read sources through their connectors: add, update and withdraw documents")
    .argument("[source...]", "keys of sources; without any, every source that has a connector")
    .option("--due", "only sources whose next reading is due")
    .option("--force", "read every item again, whether or not it has changed")
    .option(
      "--allow-withdrawals",
      "withdraw what is gone even where it is more than a fifth of the source's documents",
    )
    .option("--publish", "publish afterwards, if anything changed")
    .option("--json", "print the reports as JSON")
    .examples("sync", "sync docs letters", "sync docs --allow-withdrawals", "sync --due --publish")
    .notes(
      "Exit code 1: a source or an item could not be read, or withdrawals wait for your consent. Interrupting is safe:\n" +
        "what was read is kept, and the next sync resumes from there. A running server reads sources when they are due.",
    )
    .action(
      runner.action<SyncCommandOptions, [string[]]>((context, options, keys) => {
        if (options.allowWithdrawals && keys.length === 0)
          throw new UsageError("--allow-withdrawals is for the sources that you name; give their keys");
        return sync(context, options, keys);
      }),
    );
}

async function sync(
  context: CommandContext,
  options: SyncCommandOptions,
  keys: readonly string[],
): Promise<ExitCode> {
  const { due, force, allowWithdrawals, publish, json } = options;
  const reports = await context.services.sync(context.config, {
    keys,
    due,
    force,
    allowWithdrawals,
    signal: context.signal,
    onProgress: ({ source, listed, done }) =>
      context.progress.update({ step: `Reading ${source}`, done, total: listed }),
    onReport: (report) => !json && printReport(context, report, options),
  });
  if (json) context.printJson(reports.map(({ cause: _, ...report }) => report));
  else if (reports.length === 0) context.print(due ? "No source is due." : "No source has a connector.");
  if (context.signal.aborted) {
    context.note("Interrupted. What was read is kept; the next sync resumes from there.");
    return exitCodes.interrupted;
  }
  const changed = reports.some(({ counts }) => counts.added + counts.updated + counts.withdrawn > 0);
  if (changed && publish) {
    const report = await context.services.publish(context.config, {
      signal: context.signal,
      ...tellPublish(context),
    });
    if (!json) context.print(`Published ${report.snapshot}.`);
  } else if (changed && !json) context.note("Publish to make the changes searchable: priorart publish");
  return reports.every(isWhole) ? exitCodes.ok : exitCodes.partial;
}

function isWhole({ outcome, counts }: SyncReport): boolean {
  return (outcome === "complete" || outcome === "unchanged") && counts.failed === 0;
}

function printReport(context: CommandContext, report: SyncReport, { verbose }: SyncCommandOptions): void {
  const { source, outcome, message, counts, problems, cause } = report;
  if (outcome === "interrupted") return;
  if (outcome === "failed")
    context.print(`${source}: failed: ${describeError(message).replace(/\.$/, "")}. Its documents stay.`);
  else context.print(`${source}: ${describeCounts(report)}.`);
  if (outcome !== "failed" && message !== null) context.note(`${source}: ${message}`);
  for (const problem of problems)
    context.note(`${source}: ${problem.item} could not be read: ${describeError(problem.message)}`);
  if (counts.failed > problems.length)
    context.note(`${source}: ${counted(counts.failed - problems.length, "more item")} could not be read`);
  if (verbose && cause instanceof Error) context.note(cause.stack ?? "");
}

function describeCounts({ outcome, counts }: SyncReport): string {
  if (outcome === "unchanged" && counts.withdrawn === 0) return "nothing has changed";
  const parts = [`${count(counts.added)} new`, `${count(counts.updated)} changed`];
  if (counts.withdrawn > 0) parts.push(`${count(counts.withdrawn)} withdrawn`);
  if (counts.skipped > 0) parts.push(`${count(counts.skipped)} without text`);
  return `${counted(counts.listed, "item")} listed, ${count(counts.read)} read: ${parts.join(", ")}`;
}
