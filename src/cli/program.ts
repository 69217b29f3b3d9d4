/** The CLI program: its commands, and how wrong usage is reported. */
import { Command, CommanderError } from "commander";
import { analyzeCommand } from "./commands/analyze.ts";
import { clustersCommand } from "./commands/clusters.ts";
import { compareCommand } from "./commands/compare.ts";
import { demoCommand } from "./commands/demo.ts";
import { feedbackCommand } from "./commands/feedback.ts";
import { importCommand } from "./commands/import.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { memberCommand } from "./commands/member.ts";
import { publishCommand } from "./commands/publish.ts";
import { removeCommand } from "./commands/remove.ts";
import { scanCommand } from "./commands/scan.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { startCommand } from "./commands/start.ts";
import { statusCommand } from "./commands/status.ts";
import { suggestionsCommand } from "./commands/suggestions.ts";
import { technologiesCommand } from "./commands/technologies.ts";
import { tokenCommand } from "./commands/token.ts";
import { createRunner } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit.ts";
import { examples } from "./options.ts";
import type { Services } from "./services.ts";

/** Runs the command named in the arguments; resolves to the exit code. */
export async function runProgram(args: readonly string[], services: Services): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  const runner = createRunner(services, (result) => {
    code = result;
  });
  const program = new Command("priorart")
    .description("Research over hackathon projects and an archive of documents.")
    .version(services.version, "-V, --version", "print the version")
    .addHelpText(
      "after",
      examples(
        "demo",
        "serve",
        "import projects records.jsonl.gz",
        "publish",
        'search projects "payments for freelancers"',
      ),
    )
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 some records rejected, 2 wrong usage, 3 failed, 130 interrupted.",
    );
  for (const create of [
    startCommand,
    serveCommand,
    importCommand,
    removeCommand,
    scanCommand,
    publishCommand,
    statusCommand,
    memberCommand,
    tokenCommand,
    suggestionsCommand,
    feedbackCommand,
    searchCommand,
    analyzeCommand,
    compareCommand,
    clustersCommand,
    technologiesCommand,
    mcpCommand,
    demoCommand,
  ]) {
    program.addCommand(create(runner));
  }
  configure(program);
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
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
