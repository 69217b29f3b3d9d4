/** Archive search over HTTP: a fixed number of requests from 16 clients, limits off. */
import autocannon from "autocannon";
import { issueToken, startServer } from "../product/server.ts";
import { readQueries } from "./contest.ts";

export interface HttpInput {
  data: string;
  work: string;
  clients: number;
  requests: number;
}

export interface HttpResult {
  requestsPerSecond: number;
  /** Milliseconds, as the load generator saw them; it runs on the same machine. */
  p50: number;
  p99: number;
  requests: number;
  failed: number;
}

export async function measureHttp(input: HttpInput): Promise<HttpResult> {
  const token = await issueToken(input.data);
  const server = await startServer(input.data, 120);
  try {
    const bodies = readQueries(input.work).map(({ query }) => JSON.stringify({ query }));
    const run = (amount: number) =>
      autocannon({
        url: `${server.url}/api/v1/search/archives`,
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        connections: input.clients,
        amount,
        requests: bodies.map((body) => ({ body })),
      });
    // The first requests of each worker thread take longer: its code is not compiled yet.
    await run(Math.min(2_000, input.requests));
    const started = performance.now();
    const result = await run(input.requests);
    const seconds = (performance.now() - started) / 1000;
    return {
      // Its own average is over whole seconds only.
      requestsPerSecond: input.requests / seconds,
      p50: result.latency.p50,
      p99: result.latency.p99,
      requests: input.requests,
      failed: result.non2xx + result.errors + result.timeouts,
    };
  } finally {
    await server.stop();
  }
}
