/** Graceful shutdown: which requests are answered, and how the process ends. */
import { Agent, request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { openRequests } from "./harness/held-requests.ts";
import { useService } from "./harness/service.ts";

const service = useService();
const refusesConnections = () =>
  fetch(`${service().url}/healthz`).then(
    () => false,
    () => true,
  );

/** One client on one connection, request after request, at most 20,000; `end`: why it stopped. */
function askUntilRefused(path: string): { answered(): number; end: Promise<string> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let answered = 0;
  const headers = { Authorization: `Bearer ${service().tokens.demo}` };
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(`${service().url}${path}`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.on("error", reject).on("end", resolve).resume();
      });
      sent.on("error", reject).end();
    });
  const run = async () => {
    try {
      for (; answered < 20_000; answered++) await ask();
      return "20,000 answers";
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    } finally {
      agent.destroy();
    }
  };
  return { answered: () => answered, end: run() };
}

describe.each(["SIGTERM", "SIGINT"] as const)("after %s", (signal) => {
  // A failing test would leave its server running.
  afterEach(() => service().stop("SIGKILL"));

  it("requests in flight are answered, new ones are not accepted, and the exit code is 0", async () => {
    if (service().child.exitCode !== null) await service().start();
    const held = await openRequests(service(), { token: service().tokens.ada, count: 2 });
    service().child.kill(signal);
    await expect.poll(refusesConnections, { interval: 10 }).toBe(true);
    expect(service().child.exitCode).toBeNull();
    expect(await held.finish()).toEqual([200, 200]);
    const { code, stderr } = await service().finished;
    expect(code).toBe(0);
    expect(stderr).not.toContain('"level":"error"');
  });

  it("fifty keep-alive clients lose no request that they have sent", async () => {
    await service().start({ PRIORART_LIMIT_CONCURRENCY: "0" });
    const clients = Array.from({ length: 50 }, (_, i) =>
      askUntilRefused(i % 2 === 0 ? "/healthz" : "/api/v1/status"),
    );
    await expect
      .poll(() => Math.min(...clients.map(({ answered }) => answered())), { interval: 5 })
      .toBeGreaterThan(2);
    service().child.kill(signal);
    const ends = await Promise.all(clients.map(({ end }) => end));
    expect(ends).toEqual(Array(50).fill("ECONNREFUSED"));
    expect((await service().finished).code).toBe(0);
  });

  // Retried: a second may be long on a busy machine.
  it("idle connections delay the exit by about a second", { retry: 2 }, async () => {
    await service().start();
    await service().get("getStatus");
    const asked = performance.now();
    expect((await service().stop(signal)).code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(5_000);
  });
});
