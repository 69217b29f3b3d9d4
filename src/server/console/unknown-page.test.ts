/** Addresses without a page, in a browser and for programs. */
import { afterEach, expect, it } from "vitest";
import type { RunningServer } from "../fakes.case.ts";
import { exchange } from "../raw-http.case.ts";
import { startConsole } from "./console.case.ts";

let server: RunningServer;
afterEach(() => server.close());

/** As a browser sends it: `fetch` sets some of these fields itself. */
async function get(path: string, fields: Record<string, string>) {
  const { port, host } = new URL(server.address);
  const all = Object.entries({ Host: host, Connection: "close", ...fields });
  const lines = [`GET ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), "", ""];
  const answer = await exchange(Number(port), [lines.join("\r\n")]);
  const end = answer.indexOf("\r\n\r\n");
  const head = answer.slice(0, end);
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: answer.slice(end + 4) };
}

const navigation = { "Sec-Fetch-Mode": "navigate", Accept: "text/html" };

it("a browser gets the pages, as not found and under their policy", async () => {
  server = await startConsole();
  for (const path of ["/projectz", "/projects/a/b", "/a//b"]) {
    const { status, head, body } = await get(path, navigation);
    expect([path, status, body]).toEqual([path, 404, "page "]);
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(head).toContain("cache-control: no-store");
  }
});

it("programs get an error in JSON, and so do browsers below what programs use", async () => {
  server = await startConsole();
  for (const [path, fields] of [
    ["/projectz", {}],
    ["/projectz", { "Sec-Fetch-Mode": "cors" }],
    ["/api/v1/nothing", navigation],
    ["/oauth/nothing", navigation],
    ["/console/api/nothing", navigation],
  ] as const) {
    const { status, body } = await get(path, fields);
    expect([path, status, JSON.parse(body).code]).toEqual([path, 404, "NOT_FOUND"]);
  }
});

it("only the service's own hosts get them", async () => {
  server = await startConsole();
  expect((await get("/projectz", { ...navigation, Host: "other.example" })).status).toBe(403);
});
