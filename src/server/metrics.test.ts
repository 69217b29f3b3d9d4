/** What is measured and logged of a request. */
import { Counter, Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { type RunningServer, startServer } from "./fakes.case.ts";
import { createServerMetrics } from "./metrics.ts";

let server: RunningServer | undefined;
afterEach(() => server?.close());

test("requests are counted by method, route and status, and their times by method and route", async () => {
  const metrics = createServerMetrics();
  const finished = { method: "GET", route: "/x", status: 200, seconds: 0.003 };
  metrics.requestFinished(finished);
  metrics.requestFinished({ ...finished, seconds: 3 });
  metrics.requestFinished({ ...finished, status: 404 });
  const text = await metrics.expose();
  expect(metrics.contentType).toMatch(/^text\/plain/);
  for (const line of [
    'priorart_http_requests_total{method="GET",route="/x",status="200"} 2',
    'priorart_http_requests_total{method="GET",route="/x",status="404"} 1',
    'priorart_http_request_duration_seconds_bucket{le="0.0025",method="GET",route="/x"} 0',
    'priorart_http_request_duration_seconds_bucket{le="0.005",method="GET",route="/x"} 2',
    'priorart_http_request_duration_seconds_bucket{le="2.5",method="GET",route="/x"} 2',
    'priorart_http_request_duration_seconds_bucket{le="10",method="GET",route="/x"} 3',
    'priorart_http_request_duration_seconds_count{method="GET",route="/x"} 3',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toContain("process_cpu_seconds_total");
});

test("times are counted up to each bound from a millisecond to ten seconds", async () => {
  const metrics = createServerMetrics();
  metrics.requestFinished({ method: "GET", route: "/x", status: 200, seconds: 0.04 });
  const lines = (await metrics.expose()).matchAll(/duration_seconds_bucket\{le="(\S+?)",.* (\d)$/gm);
  expect([...lines].map(([, bound, count]) => `${bound}: ${count}`)).toEqual([
    ...["0.001", "0.0025", "0.005", "0.01", "0.025"].map((bound) => `${bound}: 0`),
    ...["0.05", "0.1", "0.25", "0.5", "1", "2.5", "10", "+Inf"].map((bound) => `${bound}: 1`),
  ]);
});

test("other modules' metrics are exposed with them", async () => {
  const registry = new Registry();
  new Counter({ name: "other_total", help: "h", registers: [registry] }).inc();
  expect(await createServerMetrics(registry).expose()).toContain("other_total 1");
});

test("health checks are measured, but not logged; made-up methods share one label", async () => {
  const metrics = createServerMetrics();
  server = await startServer({ metrics });
  for (const path of ["/healthz", "/readyz", "/metrics", "/nowhere"]) await server.send("GET", path);
  await server.send("PURGE", "/nowhere");
  expect(server.recorded.logged.map(({ fields }) => [fields.method, fields.route, fields.status])).toEqual([
    ["GET", "(none)", 404],
    ["OTHER", "(none)", 404],
  ]);
  const { milliseconds } = server.recorded.logged[0]!.fields as { milliseconds: number };
  expect(milliseconds).toBeLessThan(60_000);
  expect(milliseconds * 100).toBeCloseTo(Math.round(milliseconds * 100), 6);
  const text = await metrics.expose();
  for (const route of ["/healthz", "/readyz", "/metrics"])
    expect(text).toContain(`priorart_http_requests_total{method="GET",route="${route}",status="200"} 1`);
  expect(text).toContain('method="OTHER",route="(none)",status="404"');
  const sum = Number(/duration_seconds_sum\{method="GET",route="\/healthz"\} (\S+)/.exec(text)?.[1]);
  expect(sum).toBeLessThan(60);
});
