/** `priorart demo` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { ensureDemo } from "../demo/load-demo.ts";
import { CommandError, exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";

export function demoCommand(runner: Runner): Command {
  return createCommand("demo", "load the demo corpus into an empty data directory and issue its token")
    .examples("demo --data ./demo-data", "serve --data ./demo-data")
    .action(
      runner.action<CommonOptions, []>(async (context) => {
        const { dataDir } = context.config;
        const outcome = await ensureDemo(context);
        if (outcome === "other") {
          throw new CommandError(
            `${dataDir} contains other records, which the demo would mix with; give an empty directory with --data`,
          );
        }
        context.note(
          outcome === "loaded" ? `Loaded the demo into ${dataDir}.` : `${dataDir} already contains the demo.`,
        );
        const token = await context.services.demoToken(context.config);
        if (token === null) context.note("The demo member already has a token, generated in the console.");
        else context.print(`Token: ${token}`);
        return exitCodes.ok;
      }),
    );
}
