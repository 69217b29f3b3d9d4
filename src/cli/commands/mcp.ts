/** `priorart mcp` */
import type { Command } from "commander";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { describeError, exitCodes, UsageError } from "../exit.ts";
import { createCommand, examples } from "../options.ts";
import type { McpSource } from "../services.ts";

interface McpOptions extends CommonOptions {
  server?: string;
  token?: string;
}

export function mcpCommand(runner: Runner): Command {
  return createCommand("mcp", "serve agents over standard input and output (Model Context Protocol)")
    .option("--server <url>", "ask this server instead of a data directory (default: PRIORART_SERVER)")
    .option("--token <token>", "token for the server (default: PRIORART_TOKEN)")
    .addHelpText(
      "after",
      examples("mcp", "mcp --data /srv/priorart", "mcp --server https://research.example.org"),
    )
    .addHelpText(
      "after",
      "\nA host of agents starts this command; docs/mcp.md has the configuration of common hosts.",
    )
    .action(
      runner.action<McpOptions, []>(async (context, options) => {
        const onProblem = (error: unknown) => context.note(`error: ${describeError(error)}`);
        const source: McpSource = { remote: remoteOf(options), signal: context.signal, onProblem };
        tellSource(context, source);
        await context.services.serveMcp(context.config, source);
        return exitCodes.ok;
      }),
    );
}

function remoteOf({ data, ...given }: McpOptions): McpSource["remote"] {
  // A data directory that is named takes precedence over a server in the environment.
  const server = given.server ?? (data === undefined ? process.env.PRIORART_SERVER : undefined);
  if (!server) return null;
  if (data !== undefined) throw new UsageError("--server and --data exclude each other; give one of them");
  if (!/^https?:\/\//.test(server) || !URL.canParse(server))
    throw new UsageError(`--server must be an http or https URL, got ${server}`);
  const token = given.token ?? process.env.PRIORART_TOKEN;
  if (!token) throw new UsageError("--server needs a token: give --token or set PRIORART_TOKEN");
  return { server, token };
}

/** Standard output belongs to the protocol. */
function tellSource({ note, config }: CommandContext, { remote }: McpSource): void {
  note(`Serving ${remote ? remote.server : config.dataDir} over standard input and output.`);
}
