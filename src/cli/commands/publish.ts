/** `priorart publish` */
import type { Command } from "commander";
import type { PublishReport } from "../../publish/publish.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { type ExitCode, exitCodes, UsageError } from "../exit.ts";
import { createCommand } from "../options.ts";
import { counted, describeSeconds } from "../progress.ts";
import { tellPublish } from "../publish-progress.ts";

interface PublishCommandOptions extends CommonOptions {
  refit?: boolean;
  recluster?: boolean;
  rollback?: boolean;
  json?: boolean;
}

export function publishCommand(runner: Runner): Command {
  return createCommand("publish", "make imported records searchable: build a snapshot and activate it")
    .option("--refit", "refit the built-in embedder on the current corpus, and build the whole archive again")
    .option("--recluster", "recompute the clusters, with new keys, labels and summaries")
    .option("--rollback", "return to the previous snapshot")
    .option("--json", "print the report as JSON")
    .examples("publish", "publish --refit", "publish --recluster", "publish --rollback")
    .notes("Exit code 1: published, but some texts have no vector yet; the next publish retries them.")
    .action(
      runner.action<PublishCommandOptions, []>((context, options) => {
        for (const other of ["refit", "recluster"] as const)
          if (options[other] && options.rollback)
            throw new UsageError(`--${other} and --rollback exclude each other; give one of them`);
        return options.rollback ? rollBack(context, options) : publish(context, options);
      }),
    );
}

async function publish(context: CommandContext, options: PublishCommandOptions): Promise<ExitCode> {
  const report = await runUntilInterrupted(context, options);
  if (report === null) {
    context.note("Interrupted. What was built so far is kept; publish again to resume.");
    return exitCodes.interrupted;
  }
  if (options.json) context.printJson(report);
  else {
    context.print(
      report.changed
        ? `Published ${report.snapshot} in ${describeSeconds(report.seconds)}: ${counted(report.projects, "project")}, ${counted(report.documents, "document")}, ${counted(report.chunks, "passage")}.`
        : `Nothing to publish: ${report.snapshot} is up to date.`,
    );
  }
  const { embedder } = context.config;
  if (embedder.kind === "onnx" && embedder.passages === "lead")
    context.note(
      "Only the first passage of each document has a vector, because PRIORART_ONNX_PASSAGES is lead: publish with all to add the others.",
    );
  if (report.missingVectors === 0) return exitCodes.ok;
  context.note(
    `${counted(report.missingVectors, "text has", "texts have")} no vector and can be found by words only. Publish again to retry.`,
  );
  return exitCodes.partial;
}

/** Null when the user interrupted it. */
async function runUntilInterrupted(
  context: CommandContext,
  options: PublishCommandOptions,
): Promise<PublishReport | null> {
  try {
    return await context.services.publish(context.config, {
      refit: options.refit ?? false,
      recluster: options.recluster ?? false,
      signal: context.signal,
      ...tellPublish(context),
    });
  } catch (error) {
    if (context.signal.aborted) return null;
    throw error;
  }
}

async function rollBack(context: CommandContext, options: PublishCommandOptions): Promise<ExitCode> {
  const { snapshot } = await context.services.rollback(context.config);
  if (options.json) context.printJson({ snapshot });
  else context.print(`Rolled back to ${snapshot}.`);
  return exitCodes.ok;
}
