/** `priorart mcp`: the Model Context Protocol over standard input and output. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { ConcurrencyLimiter } from "../accounts/rate-limits/concurrency-limiter.ts";
import type { McpSource } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { isSnapshotOperation, type OperationId, operations } from "../contract/api/operations.ts";
import { parseInput } from "../contract/api/validation.ts";
import { openGuides } from "../guides/guides.ts";
import { createMcp } from "../mcp/mcp.ts";
import type { McpPort } from "../mcp/port.ts";
import { createHttpClient } from "../net/http-client.ts";
import { withExistingCatalog } from "./catalog.ts";
import { executeRemotely, type RemoteServer } from "./remote-operations.ts";
import { openServing } from "./serving.ts";
import { version } from "./version.ts";

/** Serves until the client closes the input or `signal` is aborted. */
export function serveMcp(config: Config, source: McpSource): Promise<void> {
  const { remote } = source;
  if (remote) return serveOver(remotePort(remote), source);
  return withLocalPort(config, source, (port) => serveOver(port, source));
}

async function serveOver(port: McpPort, { signal, onProblem }: McpSource): Promise<void> {
  const mcp = createMcp({ version, onProblem });
  const handle = serveStdio(() => mcp(port), { maxSubscriptions: 0 });
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve).once("end", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await handle.close();
}

/** The data directory, without accounts: what a member sends needs a server. Nothing of the server's is locked. */
function withLocalPort<T>(
  config: Config,
  { onProblem }: McpSource,
  work: (port: McpPort) => Promise<T>,
): Promise<T> {
  return withExistingCatalog(config, async (catalog) => {
    const { dataDir, allowPrivateHosts } = config;
    const serving = await openServing(config, { catalog, workers: 0, onProblem });
    const http = createHttpClient({ allowPrivateHosts });
    const guides = openGuides({ catalog, dataDir, http, onProblem: (_, message) => onProblem(message) });
    const answers = { getResources: guides.getResources, getFaqs: guides.getFaqs, getFaq: guides.getFaq };
    const isAnswered = (id: OperationId): id is keyof typeof answers => Object.hasOwn(answers, id);
    try {
      return await work({
        offers: (id) => isSnapshotOperation(id) || isAnswered(id),
        async execute(id, request) {
          const input = parseInput(operations[id], request);
          if (isSnapshotOperation(id)) return (await serving.execute(id, input)) as object;
          if (isAnswered(id)) return (answers[id] as (input: object) => Promise<object>)(input);
          throw new Error(`${id} is not offered`);
        },
      });
    } finally {
      await guides.close();
      await serving.close();
    }
  });
}

/** As many as the server works on for one account by default. */
const inFlight = 2;

function remotePort(remote: RemoteServer): McpPort {
  const turns = new ConcurrencyLimiter({ limit: inFlight, waitMs: 60_000, maxWaiting: 1_000 });
  return {
    offers: () => true,
    async execute(id, request, signal) {
      const release = await turns.acquire("", signal);
      try {
        return await executeRemotely(remote, id, { request, signal });
      } finally {
        release?.();
      }
    },
  };
}
