/** `priorart mcp` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { describeError, exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";

export function mcpCommand(runner: Runner): Command {
  return createResearchCommand("mcp", "serve agents over standard input and output (Model Context Protocol)")
    .examples("mcp", "mcp --data /srv/priorart", "mcp --server https://research.example.org")
    .notes("A host of agents starts this command; docs/mcp.md has the configuration of common hosts.")
    .action(
      runner.research<CommonOptions, []>(async ({ config, services, signal, note }) => {
        // Standard output belongs to the protocol.
        note(`Serving ${config.remote?.server ?? config.dataDir} over standard input and output.`);
        const onProblem = (error: unknown) => note(`error: ${describeError(error)}`);
        await services.serveMcp(config, { signal, onProblem });
        return exitCodes.ok;
      }),
    );
}
