/** Serving from the command line: start, say where, wait for the signal to stop, close. */
import { reachableUrl } from "./address.ts";
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
    await started(server);
    await aborted(context.signal);
  } finally {
    await server.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** A project search that works when pasted into a shell. */
export function curlCommand(url: string, token: string): string {
  const body = JSON.stringify({ query: "cheaper cross-border payments for freelancers", limit: 3 });
  return `curl -s ${reachableUrl(url)}/api/v1/search/projects -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}
