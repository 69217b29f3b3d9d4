/** `priorart import projects|archive|members|sources|hackathons|resources|faqs FILE…` */
import type { Command } from "commander";
import type { ImportReport } from "../../ingest/types.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { tellImport } from "../import-progress.ts";
import { createCommand, createGroup, type ProgramCommand } from "../options.ts";
import { count, counted, describeSeconds } from "../progress.ts";
import type { ImportKind } from "../services.ts";

interface ImportOptions extends CommonOptions {
  map?: string;
  source?: string;
  dryRun?: boolean;
  json?: boolean;
}

export function importCommand(runner: Runner): Command {
  const projects = importKind(
    runner,
    "projects",
    "import projects: JSON Lines or CSV, plain or .gz, - for standard input",
  ).examples(
    "import projects projects.jsonl.gz",
    "import projects export.csv --map examples/import/devpost.jsonata",
    "import projects - < projects.jsonl",
  );
  const archive = importKind(
    runner,
    "archive",
    "import documents: JSON Lines files, or folders of Markdown with front matter",
  )
    .option("--source <key>", "the source of documents that do not name one")
    .examples("import archive essays.jsonl", "import archive notes/ --source notes");
  const members = importKind(
    runner,
    "members",
    "import members' profiles and entries: JSON Lines or CSV, plain or .gz, - for standard input",
  ).examples("import members members.jsonl");
  const sources = importKind(
    runner,
    "sources",
    "import sources: YAML with key, label, kind, access and licence note",
  ).examples("import sources sources.yaml");
  const hackathons = importKind(
    runner,
    "hackathons",
    "import hackathons: YAML with slug, name, dates, tracks or labels",
  ).examples(
    "import hackathons hackathons.yaml",
    "import hackathons events.json --map examples/import/hackathons.jsonata",
  );
  const resources = importKind(
    runner,
    "resources",
    "import resources of hackathons: YAML with sponsors, topics, RPC providers, or the URL of a feed",
  ).examples("import resources resources.yaml");
  const faqs = importKind(
    runner,
    "faqs",
    "import FAQs: YAML with program, id, question, answer and source",
  ).examples("import faqs faqs.yaml");
  return createGroup(
    "import",
    "import records into the catalog",
    "Import records into the catalog. Importing twice changes nothing; publish makes them searchable.",
  )
    .addCommand(projects)
    .addCommand(archive)
    .addCommand(members)
    .addCommand(sources)
    .addCommand(hackathons)
    .addCommand(resources)
    .addCommand(faqs);
}

function importKind(runner: Runner, kind: ImportKind, summary: string): ProgramCommand {
  return createCommand(kind, summary)
    .argument("<file...>", "files to read")
    .option("--map <file>", "a file with a JSONata expression that converts each record to the native format")
    .option("--dry-run", "check every record, change nothing")
    .option("--json", "print the report as JSON")
    .action(
      runner.action<ImportOptions, [string[]]>((context, options, files) =>
        run(context, options, { kind, files }),
      ),
    );
}

async function run(
  context: CommandContext,
  options: ImportOptions,
  { kind, files }: { kind: ImportKind; files: string[] },
): Promise<ExitCode> {
  const report = await context.services.importRecords(context.config, {
    kind,
    inputs: files,
    options: {
      map: options.map,
      source: options.source,
      dryRun: options.dryRun ?? false,
      signal: context.signal,
      ...tellImport(context, kind),
    },
  });
  for (const warning of report.warnings) context.note(`warning: ${warning}`);
  if (options.json) context.printJson(report);
  else for (const line of describeImport(kind, report, options.dryRun ?? false)) context.print(line);
  if (report.interrupted) {
    context.note("Interrupted. Records imported so far are kept; run the same command again to resume.");
    return exitCodes.interrupted;
  }
  return report.rejected > 0 || report.empty > 0 ? exitCodes.partial : exitCodes.ok;
}

/** What an import reads, in singular and plural. */
const nouns: Record<ImportKind, [one: string, many: string]> = {
  projects: ["project", "projects"],
  archive: ["document", "documents"],
  members: ["member", "members"],
  sources: ["source", "sources"],
  hackathons: ["hackathon", "hackathons"],
  resources: ["hackathon's resources", "hackathons' resources"],
  faqs: ["FAQ", "FAQs"],
};

/** The report in sentences. */
function describeImport(kind: ImportKind, report: ImportReport, dryRun: boolean): string[] {
  const parts = [
    `${count(report.inserted)} new`,
    `${count(report.updated)} changed`,
    `${count(report.unchanged)} unchanged`,
  ];
  if (report.resumed > 0) parts.push(`${count(report.resumed)} imported earlier`);
  if (report.dropped > 0) parts.push(`${count(report.dropped)} skipped by the map`);
  if (report.rejected > 0) parts.push(`${count(report.rejected)} rejected`);
  const lines = [
    `${dryRun ? "Dry run, nothing changed: " : ""}${counted(report.read, ...nouns[kind])} read in ${describeSeconds(report.seconds)}: ${parts.join(", ")}.`,
  ];
  if (report.rejected > 0 && report.rejectsFile)
    lines.push(`Rejected records, with reasons: ${report.rejectsFile}`);
  return lines;
}
