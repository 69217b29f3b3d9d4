import { describe, expect, it } from "vitest";
import { openRequests } from "./harness/held-requests.ts";
import { useService } from "./harness/service.ts";

const service = useService();
const refusesConnections = () =>
  fetch(`${service().url}/healthz`).then(
    () => false,
    () => true,
  );

describe.each(["SIGTERM", "SIGINT"] as const)("after %s", (signal) => {
  it("requests in flight are answered, new ones are not taken, and the exit code is 0", async () => {
    if (service().child.exitCode !== null) await service().start();
    const held = await openRequests(service(), { token: service().tokens.ada, count: 2 });
    service().child.kill(signal);
    await expect.poll(refusesConnections, { interval: 10, timeout: 5_000 }).toBe(true);
    expect(service().child.exitCode).toBeNull();
    expect(await held.finish()).toEqual([200, 200]);
    const { code, stderr } = await service().finished;
    expect(code).toBe(0);
    expect(stderr).not.toContain('"level":"error"');
  });

  it("idle connections delay nothing", async () => {
    await service().start();
    await service().get("getStatus");
    const asked = performance.now();
    expect((await service().stop(signal)).code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(5_000);
  });
});
