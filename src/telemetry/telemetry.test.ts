import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";

function capture(): { lines: string[]; write(line: string): void } {
  const lines: string[] = [];
  return { lines, write: (line) => lines.push(line) };
}

test("a line is JSON with an ISO time, the level's name and the fields", () => {
  const stream = capture();
  const logger = createLogger("info", stream);
  logger.info({ route: "/api/v1/status", status: 200 }, "request");
  logger.debug("below the level");
  expect(stream.lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      route: "/api/v1/status",
      status: 200,
      msg: "request",
    },
  ]);
});

test("neither secrets nor request content are logged, at any logged depth", () => {
  const stream = capture();
  const logger = createLogger("info", stream);
  const secret = {
    authorization: "Bearer hush",
    token: "hush",
    query: "hush",
    body: "hush",
    password: "hush",
  };
  logger.info({ ...secret, request: { ...secret, headers: secret } }, "request");
  logger.child({ token: "hush" }).error({ apiKey: "hush", results: ["hush"] }, "trouble");
  expect(stream.lines.join("")).not.toContain("hush");
  expect(stream.lines[0]).toContain("[redacted]");
});

test("silent logs nothing", () => {
  const stream = capture();
  createLogger("silent", stream).fatal("x");
  expect(stream.lines).toEqual([]);
});

test("all lines go to standard error, even when the process exits immediately", () => {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL("logger.ts", import.meta.url).href)};
    const logger = createLogger("info");
    for (let i = 0; i < 500; i++) logger.info({ i }, "line");
    process.exit(0);`;
  const command = [process.execPath, "--import", "tsx", "--input-type=module", "-e", script];
  const run = (redirect: string) =>
    execFileSync("sh", ["-c", `"$@" ${redirect}`, "sh", ...command], { encoding: "utf8" });
  expect(run("2>/dev/null")).toBe("");
  expect(run("2>&1 >/dev/null").trim().split("\n")).toHaveLength(500);
});

test("the gauges follow the current snapshot", async () => {
  const metrics = createMetrics();
  metrics.snapshotServed({ id: "7", projects: 10, documents: 20, chunks: 30 });
  let text = await metrics.registry.metrics();
  expect(text).toContain("priorart_snapshot_projects 10");
  expect(text).toContain("priorart_snapshot_documents 20");
  expect(text).toContain("priorart_snapshot_chunks 30");
  expect(text).toContain('priorart_snapshot_info{id="7"} 1');
  metrics.snapshotServed({ id: "8", projects: 11, documents: 20, chunks: 30 });
  text = await metrics.registry.metrics();
  expect(text).not.toContain('id="7"');
  metrics.snapshotServed(null);
  text = await metrics.registry.metrics();
  expect(text).toContain("priorart_snapshot_projects 0");
  expect(text).toContain("priorart_snapshot_since_timestamp_seconds 0");
  expect(text).not.toContain("priorart_snapshot_info{");
});

test("two registries do not share their metrics", async () => {
  const one = createMetrics();
  createMetrics().snapshotServed({ id: "7", projects: 10, documents: 0, chunks: 0 });
  expect(await one.registry.metrics()).toContain("priorart_snapshot_projects 0");
});
