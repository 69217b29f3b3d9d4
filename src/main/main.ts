/** The composition root: connects the modules. Each is loaded on first use, so that `--help` is fast. */
import { describeError, exitCodes } from "../cli/exit.ts";
import { runProgram } from "../cli/program.ts";
import type { Services } from "../cli/services.ts";
import { version } from "./version.ts";

/** Runs one command line; sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that stops early (`priorart search … | head`) is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    process.stderr.write(`error: the result could not be written: ${describeError(error)}\n`);
    process.exit(exitCodes.failed);
  });
  // Other users of the machine can read the arguments of a process.
  if (args.some((word) => word.startsWith("--token"))) process.title = "priorart";
  process.exitCode = await runProgram(args, services);
}

const services: Services = {
  version,
  loadConfig: async (...given) => (await import("../config/config.ts")).loadConfig(...given),
  openAccounts: async (...given) => (await import("./accounts.ts")).openAccounts(...given),
  openReviews: async (...given) => (await import("./accounts.ts")).openReviews(...given),
  demoToken: async (...given) => (await import("./accounts.ts")).demoToken(...given),
  demoLink: async (...given) => (await import("./accounts.ts")).demoLink(...given),
  importRecords: async (...given) => (await import("./commands.ts")).importCommand(...given),
  remove: async (...given) => (await import("./commands.ts")).removeCommand(...given),
  renameSource: async (...given) => (await import("./commands.ts")).renameSourceCommand(...given),
  publish: async (...given) => (await import("./commands.ts")).publishCommand(...given),
  sync: async (...given) => (await import("./commands.ts")).syncCommand(...given),
  listSources: async (...given) => (await import("./sources.ts")).listSources(...given),
  rollback: async (...given) => (await import("./commands.ts")).rollbackCommand(...given),
  copyState: async (...given) => (await import("./copy-state.ts")).copyStateOf(...given),
  migrate: async (...given) => (await import("./migrate.ts")).migrateDatabases(...given),
  checkUpgrade: async (...given) => (await import("./upgrade.ts")).checkUpgradeOf(...given),
  backup: async (...given) => (await import("./commands.ts")).backupCommand(...given),
  restore: async (...given) => (await import("./commands.ts")).restoreCommand(...given),
  scan: async (...given) => (await import("./commands.ts")).scanCommand(...given),
  scanProjects: async (...given) => (await import("./commands.ts")).scanProjectsCommand(...given),
  openResearch: async (...given) => (await import("./research.ts")).openResearch(...given),
  holdings: async (...given) => (await import("./holdings.ts")).readHoldings(...given),
  checkAddress: async (...given) => (await import("./listen-address.ts")).checkAddress(...given),
  serveMcp: async (...given) => (await import("./mcp.ts")).serveMcp(...given),
  serve: async (...given) => (await import("./serve.ts")).serve(...given),
};
