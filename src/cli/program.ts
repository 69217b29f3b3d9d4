/** The CLI program: its commands, and how wrong usage is reported. */
import { type Command, CommanderError } from "commander";
import { analyzeCommand } from "./commands/analyze.ts";
import { auditCommand } from "./commands/audit.ts";
import { backupCommand } from "./commands/backup.ts";
import { categoriesCommand } from "./commands/categories.ts";
import { checkCommand } from "./commands/check.ts";
import { clusterCommand } from "./commands/cluster.ts";
import { clustersCommand } from "./commands/clusters.ts";
import { compareCommand } from "./commands/compare.ts";
import { completionCommand } from "./commands/completion.ts";
import { copyStateCommand } from "./commands/copy-state.ts";
import { demoCommand } from "./commands/demo.ts";
import { documentCommand } from "./commands/document.ts";
import { exportCommand } from "./commands/export.ts";
import { faqsCommand } from "./commands/faqs.ts";
import { feedbackCommand } from "./commands/feedback.ts";
import { filtersCommand } from "./commands/filters.ts";
import { importCommand } from "./commands/import.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { memberCommand } from "./commands/member.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { projectCommand } from "./commands/project.ts";
import { publishCommand } from "./commands/publish.ts";
import { removeCommand } from "./commands/remove.ts";
import { renameCommand } from "./commands/rename.ts";
import { resourcesCommand } from "./commands/resources.ts";
import { restoreCommand } from "./commands/restore.ts";
import { scanCommand } from "./commands/scan.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { similarCommand } from "./commands/similar.ts";
import { sourcesCommand } from "./commands/sources.ts";
import { startCommand } from "./commands/start.ts";
import { statusCommand } from "./commands/status.ts";
import { suggestionsCommand } from "./commands/suggestions.ts";
import { syncCommand } from "./commands/sync.ts";
import { technologiesCommand } from "./commands/technologies.ts";
import { tokenCommand } from "./commands/token.ts";
import { upgradeCheckCommand } from "./commands/upgrade-check.ts";
import { createRunner, type Runner } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit.ts";
import { fullName } from "./help.ts";
import { addCommonOptions, addServerOptions, createGroup, type ProgramCommand } from "./options.ts";
import type { Services } from "./services.ts";

/** The dispatch table, as `--help` shows it. */
const commands: Record<string, readonly ((runner: Runner) => Command)[]> = {
  RESEARCH: [
    checkCommand,
    searchCommand,
    projectCommand,
    documentCommand,
    similarCommand,
    analyzeCommand,
    compareCommand,
    clustersCommand,
    clusterCommand,
    technologiesCommand,
    filtersCommand,
    categoriesCommand,
    resourcesCommand,
    faqsCommand,
    exportCommand,
    mcpCommand,
  ],
  RECORDS: [
    importCommand,
    sourcesCommand,
    syncCommand,
    removeCommand,
    renameCommand,
    scanCommand,
    publishCommand,
    statusCommand,
  ],
  MEMBERS: [memberCommand, tokenCommand, suggestionsCommand, feedbackCommand, auditCommand],
  SERVICE: [
    startCommand,
    serveCommand,
    demoCommand,
    backupCommand,
    restoreCommand,
    migrateCommand,
    copyStateCommand,
    upgradeCheckCommand,
    completionCommand,
  ],
};

/** The tree of commands. */
export function createProgram(runner: Runner, version: string): ProgramCommand {
  const program = createGroup(
    "priorart",
    "research over hackathon projects and an archive of documents",
  ).version(version, "-V, --version", "print the version");
  addServerOptions(addCommonOptions(program));
  for (const [group, creators] of Object.entries(commands)) {
    program.commandsGroup(group);
    for (const create of creators) program.addCommand(create(runner));
  }
  program
    .examples(
      "demo",
      "serve",
      "import projects records.jsonl.gz",
      "publish",
      'search projects "payments for freelancers"',
      'check "escrow for freelancers" --server https://research.example.org',
    )
    .notes("priorart COMMAND --help describes each command.");
  configure(program);
  return program;
}

/** Runs the command named in the arguments; resolves to the exit code. */
export async function runProgram(args: readonly string[], services: Services): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  const runner = createRunner(services, (result) => {
    code = result;
  });
  try {
    const program = createProgram(runner, services.version);
    await program.parseAsync(helpOf(program, args), { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}

/** `help search projects` is `search projects --help`; commander's own `help` takes one name, and ignores a wrong one. */
function helpOf(program: Command, [first, ...rest]: readonly string[]): string[] {
  if (first !== "help") return first === undefined ? [] : [first, ...rest];
  const end = rest.findIndex((word) => word.startsWith("-"));
  const names = (end === -1 ? rest : rest.slice(0, end)).filter((name) => name !== "help");
  let command = program;
  for (const name of names) {
    const next = command.commands.find((one) => one.name() === name);
    if (next === undefined)
      return command.error(
        `error: unknown command '${name}'; ${fullName(command)} --help lists the commands`,
      );
    command = next;
  }
  return [...names, "--help"];
}

/** Wrong usage throws instead of exiting, in every command at any depth. */
function configure(command: Command): void {
  command.exitOverride();
  command.configureOutput({ outputError: (text, write) => write(oneLine(text)) });
  for (const child of command.commands) configure(child);
}

function oneLine(text: string): string {
  return `${text.trim().split("\n").join(" ")}\n`;
}
