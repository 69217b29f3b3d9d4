/** `priorart mcp`: the Model Context Protocol over standard input and output. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpOptions } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { createMcp } from "../mcp/mcp.ts";
import type { McpPort } from "../mcp/port.ts";
import { openLocalResearch } from "./local-research.ts";
import { openRemote, type RemoteServer, remoteOf } from "./remote-research.ts";
import { version } from "./version.ts";

/** Serves until the client closes the input or `signal` is aborted. */
export async function serveMcp(config: Config, options: McpOptions): Promise<void> {
  const remote = remoteOf(config);
  if (remote) return serveOver(remotePort(remote), options);
  // Without accounts: what a member sends needs a server. Nothing of the server's is locked.
  const research = await openLocalResearch(config, options.onProblem);
  try {
    await serveOver(research, options);
  } finally {
    await research.close();
  }
}

async function serveOver(port: McpPort, { signal, onProblem }: McpOptions): Promise<void> {
  const mcp = createMcp({ version, onProblem });
  const handle = serveStdio(() => mcp(port), { maxSubscriptions: 0 });
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve).once("end", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await handle.close();
}

/** A longer wait is returned to the agent as an error, so that it can do something else meanwhile. */
const longestWait = 5;

function remotePort(server: RemoteServer): McpPort {
  const { execute } = openRemote(server, { maxRetryAfter: longestWait });
  return { offers: () => true, execute: (id, request, signal) => execute(id, request, { signal }) };
}
