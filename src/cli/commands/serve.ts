/** `priorart serve` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";
import { serveUntilStopped, tellNotReady } from "../serving.ts";

export function serveCommand(runner: Runner): Command {
  return createCommand("serve", "run the HTTP server until stopped")
    .examples("serve", "serve --data /srv/priorart")
    .notes("PRIORART_HOST and PRIORART_PORT set the address; docs/configuration.md lists every setting.")
    .action(
      runner.action<CommonOptions, []>(async (context) => {
        await serveUntilStopped(context, async (server) => {
          if (!server.ready) tellNotReady(context, server);
        });
        return exitCodes.ok;
      }),
    );
}
