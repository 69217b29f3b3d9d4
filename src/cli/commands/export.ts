/** `priorart export projects|analysis`: files of up to 10,000 rows. */
import { type Command, Option } from "commander";
import { type AnalysisOptions, addAnalysisOptions, analysisOf } from "../analysis-options.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import type { ExitCode } from "../exit.ts";
import { addFilterOptions, projectOptions, projectsOf } from "../filter-options.ts";
import { createGroup, createResearchCommand, type ProgramCommand } from "../options.ts";
import { requireOutsideDataDirectory } from "../output/outside-data-directory.ts";
import { writeFileOf } from "../output/write-file.ts";
import type { ExportOperationId } from "../services.ts";
import { warnUnknown } from "../unknown-names.ts";

interface ExportOptions extends CommonOptions {
  format: "csv" | "jsonl";
  output?: string;
}

export function exportCommand(runner: Runner): Command {
  return createGroup("export", "write projects or an analysis to a file, as CSV or JSON Lines")
    .addCommand(projectsCommand(runner))
    .addCommand(analysisCommand(runner));
}

function withFile(command: ProgramCommand): ProgramCommand {
  return command
    .addOption(new Option("--format <format>", "format of the file").choices(["csv", "jsonl"]).default("csv"))
    .option("--output <file>", "write to this file, replacing it (default: standard output)");
}

function projectsCommand(runner: Runner): Command {
  const command = createResearchCommand("projects", "write all projects that a search finds, at most 10,000")
    .argument("[query]", "what to look for; leave it out to browse by filters", "")
    .option("--diversify", "spread the results across hackathons, tracks and clusters");
  return addFilterOptions(withFile(command), projectOptions)
    .examples(
      "export projects --output projects.csv",
      'export projects "invoices for freelancers" --winners --format jsonl',
    )
    .action(
      runner.research<ExportOptions & { diversify?: boolean }, [string]>((context, options, query) => {
        const { format, diversify } = options;
        const request = { query, ...projectsOf(options), diversify, format };
        return write(context, options, { operation: "exportProjects", request });
      }),
    );
}

function analysisCommand(runner: Runner): Command {
  const command = createResearchCommand("analysis", "write the distribution of a cohort's projects");
  return addAnalysisOptions(withFile(command))
    .examples("export analysis", "export analysis --dimension techStack --winners --output stack.csv")
    .action(
      runner.research<ExportOptions & AnalysisOptions, []>((context, options) => {
        const request = { ...analysisOf(options), format: options.format };
        return write(context, options, { operation: "exportAnalysis", request });
      }),
    );
}

async function write(
  context: CommandContext,
  { output }: ExportOptions,
  { operation, request }: { operation: ExportOperationId; request: object },
): Promise<ExitCode> {
  if (output !== undefined) requireOutsideDataDirectory(output, context.config);
  const pieces = context.export(operation, request);
  if (output === undefined)
    for await (const piece of pieces) {
      context.signal.throwIfAborted();
      context.write(piece);
    }
  else {
    const size = await writeFileOf(output, pieces, {
      signal: context.signal,
      onProgress: (bytes) =>
        context.progress.update({ step: "Writing", done: Math.ceil(bytes / 1024), total: null, unit: "KB" }),
    });
    context.note(`Wrote ${Math.ceil(size / 1024).toLocaleString("en-US")} KB to ${output}.`);
  }
  return warnUnknown(context, request);
}
