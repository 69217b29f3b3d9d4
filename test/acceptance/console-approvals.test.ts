/** From a member's suggestion to documents that can be found: proposal, preview, approval, first reading, publish. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleServer, newConsole, Visitor } from "./harness/console.ts";
import { noRateLimits } from "./harness/no-limits.ts";

const entries = Array.from({ length: 7 }, (_, n) => ({
  title: `Letter ${n}`,
  text: `Letter ${n} tells how the harbour of Velm counted its ferries. `.repeat(20),
}));
let site: Server;
let origin: string;
let server: ConsoleServer;
let root: Visitor;
let ada: Visitor;

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === "/feed.xml") {
      const items = entries.map(
        ({ title, text }, n) =>
          `<item><title>${title}</title><link>${origin}/letters/${n}</link><description>${text}</description></item>`,
      );
      response.setHeader("Content-Type", "application/rss+xml");
      response.end(`<rss version="2.0"><channel><title>Letters</title>${items.join("")}</channel></rss>`);
    } else if (request.url === "/") {
      response.setHeader("Content-Type", "text/html");
      response.end(
        '<html><head><title>Letters</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body><p>Letters from Velm.</p></body></html>',
      );
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await newConsole({ ...noRateLimits, PRIORART_ALLOW_PRIVATE_HOSTS: "127.0.0.1" });
  await server.start();
  root = await server.member("root@example.org", "--admin");
  ada = await server.member("ada@example.org");
});
afterAll(async () => {
  await server?.dispose();
  site?.closeAllConnections();
  await new Promise((resolve) => site?.close(resolve));
});

async function suggest(url: string): Promise<string> {
  const { secret } = await ada.get("generateToken", {});
  const response = await fetch(`${server.url}/api/v1/source-suggestions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ url }),
  });
  expect(response.status).toBe(201);
  const { suggestions } = await root.get("listSuggestions");
  return suggestions.find((one) => one.url === url)!.id;
}

it("a suggestion becomes a source that is read and searchable, and its member sees it", async () => {
  // Members may suggest public addresses only; the site of this test has none.
  const id = await suggest("https://letters.example.org/");
  const { proposals, failure } = await root.get("proposeConnectors", { url: `${origin}/` });
  expect(failure).toBeNull();
  expect(proposals[0]).toMatchObject({ connector: { kind: "feed", url: `${origin}/feed.xml` } });
  const { connector } = proposals[0]!;
  const preview = await root.get("previewSource", { connector });
  expect(preview).toMatchObject({ failure: null, problems: [] });
  expect(preview.documents).toHaveLength(5);
  expect(preview.documents[0]).toMatchObject({ title: "Letter 0", url: `${origin}/letters/0` });
  expect(preview.documents[0]!.beginning).toContain("the harbour of Velm counted its ferries");

  const approved = await root.get("approveSuggestion", {
    id,
    key: "velm",
    label: "Letters from Velm",
    access: "excerpt",
    licenceNote: "Quoted in parts.",
    connector,
    refresh: "weekly",
  });
  expect(approved.message).toBe("The source velm is declared, and is being read.");
  const own = async () => (await ada.get("listOwnSuggestions")).suggestions.find((one) => one.id === id)!;
  await expect.poll(async () => (await own()).documents).toBe(7);
  expect(await own()).toMatchObject({ state: "approved", sourceKey: "velm" });
  const { secret } = await ada.get("generateToken", {});
  const found = async () => {
    const response = await fetch(`${server.url}/api/v1/search/archives`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query: "harbour of Velm ferries" }),
    });
    const body = (await response.json()) as { results?: { source: string }[] };
    return body.results?.[0]?.source ?? response.status;
  };
  await expect.poll(found).toBe("velm");
});

describe("a source that cannot be looked at", () => {
  it("says why", async () => {
    const gone = await root.get("proposeConnectors", { url: `${origin}/nothing` });
    expect(gone.proposals).toEqual([]);
    expect(gone.failure).toMatch(/^the address cannot be read: /);
    const feed = await root.get("previewSource", { connector: { kind: "feed", url: `${origin}/nothing` } });
    expect(feed).toMatchObject({ documents: [], failure: expect.stringMatching(/\S/) });
    const inward = await root.get("proposeConnectors", { url: "http://10.0.0.1/" });
    expect(inward.failure).toContain("its address is private");
  });

  it("is refused where the request is malformed, and to members", async () => {
    for (const url of ["", "ftp://example.org/", "example.org", `https://example.org/${"x".repeat(2_048)}`])
      expect(await root.outcome("proposeConnectors", { url })).toEqual([400, "INVALID_QUERY"]);
    for (const connector of [
      { kind: "folder", path: "/etc" },
      { kind: "pdf", path: "/etc" },
      { kind: "feed" },
      { kind: "ftp", url: "https://example.org/" },
    ] as never[])
      expect(await root.outcome("previewSource", { connector })).toEqual([400, "INVALID_QUERY"]);
    expect(await ada.outcome("proposeConnectors", { url: `${origin}/` })).toEqual([403, "FORBIDDEN"]);
    const connector = { kind: "feed", url: `${origin}/feed.xml` } as const;
    expect(await ada.outcome("previewSource", { connector })).toEqual([403, "FORBIDDEN"]);
    expect(await new Visitor(server).outcome("proposeConnectors", { url: `${origin}/` })).toEqual([
      401,
      "UNAUTHORIZED",
    ]);
  });
});
