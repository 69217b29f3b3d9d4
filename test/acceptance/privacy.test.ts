/** Nothing that callers send is logged, measured or stored. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useService } from "./harness/service.ts";

const service = useService({ env: { PRIORART_LOG_LEVEL: "trace" } });
/** Unique words: wherever they occur, they were copied. */
const canary = (place: string) => `canary${place}xq`;

async function sendEverywhere(): Promise<void> {
  const s = service();
  const json = { "Content-Type": "application/json" };
  await s.searchProjects({
    query: `${canary("projects")} medication`,
    filters: { techStack: [canary("filter")] },
  });
  await s.searchProjects({ query: "medication reminders", includeFacets: true, includeDiagnostics: true });
  await s.searchArchives({ query: `${canary("archives")} remittance`, sources: [canary("source")] });
  await s.searchArchives({ query: `${canary("ideation")} remittance`, intent: "ideation" });
  await s.ask("searchProjects", { json: { [canary("field")]: canary("value") } });
  await s.ask("searchProjects", { raw: `{"query": "${canary("broken")}`, headers: json });
  await s.ask("searchProjects", {
    raw: canary("plain"),
    headers: { "Content-Type": `text/${canary("type")}` },
  });
  await s.ask("getProject", { params: { slug: canary("slug") } });
  await s.ask("readDocument", { params: { documentId: canary("document") } });
  const documentId = "00000000-0000-4000-8000-0000000ca9a7";
  await s.ask("readDocument", { params: { documentId }, search: `offset=${canary("offset")}` });
  await s.ask("getStatus", {
    search: `q=${canary("search")}`,
    headers: { "User-Agent": canary("agent"), Cookie: canary("cookie") },
  });
  await s.ask("getStatus", { token: canary("token") });
  await s.ask("getStatus", { token: null, headers: { Authorization: canary("authorization") } });
  for (const path of [
    canary("path"),
    `api/v1/${canary("path")}`,
    `api/v1/projects/by-slug/%zz${canary("escape")}`,
  ])
    await (await fetch(`${s.url}/${path}`, { headers: s.headers() })).text();
}

function* filesUnder(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

it("neither queries, results, slugs, ids, bodies, headers nor tokens are logged, measured or stored", async () => {
  await sendEverywhere();
  const metrics = await (await fetch(`${service().url}/metrics`)).text();
  const { code, stdout, stderr } = await service().stop();
  expect(code).toBe(0);

  const tokens = Object.values(service().tokens);
  const secrets = [...tokens, "0000000ca9a7", "Pillbox Radio", "pillbox-radio", "remittance"];
  for (const text of [stdout, stderr, metrics]) {
    expect(text).not.toMatch(/canary/i);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }

  const lines = stderr.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(14);
  for (const line of lines) {
    const { level, time, requestId, method, route, status, milliseconds, msg, ...rest } = JSON.parse(line);
    expect(rest).toEqual({});
    expect([level, msg]).toEqual(["info", "request"]);
    expect([typeof requestId, typeof method, typeof milliseconds]).toEqual(["string", "string", "number"]);
    expect(Number.isNaN(Date.parse(time))).toBe(false);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(route).toMatch(/^(\/[a-z0-9_./:-]*[a-zA-Z]*|\(none\))$/);
  }

  for (const file of filesUnder(service().data)) expect(readFileSync(file).includes("canary")).toBe(false);
});
