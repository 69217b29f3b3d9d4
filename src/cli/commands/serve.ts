/** `priorart serve` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, examples } from "../options.ts";
import { serveUntilStopped } from "../serving.ts";

export function serveCommand(runner: Runner): Command {
  return createCommand("serve", "serve the HTTP interface until stopped")
    .addHelpText("after", examples("serve", "serve --data /srv/priorart"))
    .addHelpText("after", "\nPRIORART_HOST and PRIORART_PORT say where; README.md lists every setting.")
    .action(
      runner.action<CommonOptions, []>(async (context) => {
        await serveUntilStopped(context, async (server) => {
          if (server.ready()) return;
          context.note(
            `There is no snapshot in ${context.config.dataDir} yet: import records and publish them (priorart import --help, priorart publish); this server picks them up.`,
          );
        });
        return exitCodes.ok;
      }),
    );
}
