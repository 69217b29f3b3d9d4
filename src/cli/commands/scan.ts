/** `priorart scan PATH|GIT-URL`, `priorart scan --projects` */
import type { Command } from "commander";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { type ExitCode, exitCodes, UsageError } from "../exit.ts";
import { collect, createCommand, wholeNumber } from "../options.ts";
import { showCode, showProjects } from "../scan-report.ts";

interface ScanOptions extends CommonOptions {
  slug?: string;
  projects?: boolean;
  limit?: number;
  concurrency?: number;
  force?: boolean;
  recognisers?: string[];
  json?: boolean;
}

const CONCURRENCY = 4;

export function scanCommand(runner: Runner): Command {
  return createCommand("scan", "scan code for its technologies and the summary in its README")
    .argument("[source]", "a folder, or the https, ssh or file address of a git repository")
    .option("--slug <slug>", "store the result for this project of the catalog")
    .option("--projects", "scan the repository of every project that links one (links.github)")
    .option("--limit <n>", "with --projects: at most this many", wholeNumber(1, 1_000_000))
    .option(
      "--concurrency <n>",
      `with --projects: repositories at a time, 1 to 16 (default: ${CONCURRENCY})`,
      wholeNumber(1, 16),
    )
    .option("--force", "with --projects: also repositories that were scanned before")
    .option(
      "--recognisers <path>",
      "additional technologies: a YAML file or a folder of them (repeatable)",
      collect,
    )
    .option("--json", "print the report as JSON")
    .examples(
      "scan .",
      "scan https://github.com/OWNER/NAME --json",
      "scan ../app --slug my-project",
      "scan --projects --limit 100",
    )
    .notes(
      "Scanned code is never executed. Stored results become searchable with the next publish.\nExit code 1: some repositories could not be scanned.",
    )
    .action(
      runner.action<ScanOptions, [string | undefined]>((context, options, source) => {
        if (options.projects) return scanAll(context, options, source);
        if (source === undefined)
          throw new UsageError("name a folder or a repository to scan, or give --projects");
        for (const name of ["limit", "concurrency", "force"] as const) {
          if (options[name] !== undefined) throw new UsageError(`--${name} requires --projects`);
        }
        return scanOne(context, options, source);
      }),
    );
}

async function scanOne(context: CommandContext, options: ScanOptions, source: string): Promise<ExitCode> {
  const { slug, recognisers = [] } = options;
  context.progress.update({ step: "Scanning the code", done: 0, total: null });
  const report = await context.services.scan(context.config, {
    source,
    slug,
    recognisers,
    signal: context.signal,
  });
  if (options.json) context.printJson(report);
  else showCode(context, report);
  if (slug !== undefined) context.note(`Stored for ${slug}; run priorart publish to make it searchable.`);
  return exitCodes.ok;
}

async function scanAll(
  context: CommandContext,
  options: ScanOptions,
  source: string | undefined,
): Promise<ExitCode> {
  if (source !== undefined)
    throw new UsageError("--projects scans the repositories that projects link; leave the source out");
  if (options.slug !== undefined)
    throw new UsageError("--projects and --slug exclude each other; give one of them");
  const report = await context.services.scanProjects(context.config, {
    limit: options.limit,
    concurrency: options.concurrency ?? CONCURRENCY,
    force: options.force ?? false,
    recognisers: options.recognisers ?? [],
    signal: context.signal,
    onProgress: ({ done, total }) => context.progress.update({ step: "Scanning repositories", done, total }),
  });
  if (options.json) context.printJson(report);
  else showProjects(context, report);
  if (report.interrupted) {
    context.note("Interrupted. Results so far are stored; run the same command again to resume.");
    return exitCodes.interrupted;
  }
  if ((report.outcomes.scanned ?? 0) > 0)
    context.note("Run priorart publish to make the results searchable.");
  return report.failures.length > 0 ? exitCodes.partial : exitCodes.ok;
}
