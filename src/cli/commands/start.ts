/**
 * `priorart start`, and `npm start` in a checkout: loads the demo into an empty data directory, then starts the server, and
 * prints what a first request needs. A demo that cannot be served is published again.
 */
import type { Command } from "commander";
import { invitationUrl, serviceOrigin } from "../../config/origin.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { ensureDemo, publishDemo } from "../demo/load-demo.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";
import { curlCommand, serveUntilStopped, tellNotReady } from "../serving.ts";

export function startCommand(runner: Runner): Command {
  return createCommand("start", "load the demo into an empty data directory, then serve")
    .examples("start", "start --data /srv/priorart")
    .action(
      runner.action<CommonOptions, []>(async (context) => {
        await context.services.checkAddress(context.config);
        const outcome = await ensureDemo(context);
        const token = outcome === "other" ? null : await context.services.demoToken(context.config);
        await serveUntilStopped(context, async (server) => {
          // Its snapshot is of an earlier release, or damaged; the server then loads the new one.
          if (outcome === "ready" && !server.ready && server.problem !== null) {
            context.note(`The demo's snapshot cannot be served (${server.problem}); it is published again.`);
            await publishDemo(context);
          }
          if (token !== null) {
            context.print(`Token: ${token}`);
            context.print(curlCommand(server.url, token));
          }
          if (outcome !== "other") {
            if (token === null)
              context.note("The demo member already has a token, generated in the console.");
            if (server.console) context.print(`Console: ${await consoleLink(context, server.url)}`);
          } else if (server.ready) {
            context.note("To get a token: priorart member add EMAIL, then priorart token issue EMAIL");
          } else tellNotReady(context, server);
        });
        return exitCodes.ok;
      }),
    );
}

/** Opened on this machine, it shows the pages, signed in; elsewhere it asks for a password. */
const consoleLink = async ({ services, config }: CommandContext, url: string): Promise<string> =>
  invitationUrl(serviceOrigin(config, url), await services.demoLink(config));
