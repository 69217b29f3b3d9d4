/** Serves from the CLI: starts the server, prints its address, waits for the signal, closes. */
import { reachableUrl } from "../config/origin.ts";
import type { CommandContext } from "./context.ts";
import type { RunningServer } from "./services.ts";

/** Serves until the first Ctrl-C or SIGTERM. `started` may print more once the address is known. */
export async function serveUntilStopped(
  context: CommandContext,
  started: (server: RunningServer) => Promise<void> = async () => {},
): Promise<void> {
  const server = await context.services.serve(context.config);
  try {
    context.print(`Listening on ${server.url}`);
    tellPrivacy(context);
    await started(server);
    await aborted(context.signal);
  } finally {
    await server.close();
  }
}

/** Prints why the server is not ready yet, and what to do. */
export function tellNotReady({ config, note }: CommandContext, { problem }: RunningServer): void {
  if (problem !== null) note(`error: ${problem}`);
  else {
    note(
      `There is no snapshot in ${config.dataDir} yet: import records and publish them (priorart import --help, priorart publish); this server then loads them.`,
    );
  }
}

/** Queries leave the machine only if the operator configured it, and then it is always printed. */
function tellPrivacy({ config, note }: CommandContext): void {
  if (config.embedder.kind !== "http") return;
  note(
    `Queries are sent to ${new URL(config.embedder.url).origin} to be embedded, because PRIORART_EMBEDDER is http.`,
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** A project search to paste into a shell. */
export function curlCommand(url: string, token: string): string {
  const body = JSON.stringify({ query: "invoices for freelancers", limit: 3 });
  return `curl -s ${reachableUrl(url)}/api/v1/search/projects -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}
