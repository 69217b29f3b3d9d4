/** Compression, ETags and caching of the built program's responses, with a token, with a session and of files. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operation, type OperationOutput, operationList } from "../../src/contract/api/operations.ts";
import { ConsoleServer, type Visitor } from "./harness/console.ts";
import { noRateLimits } from "./harness/no-limits.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

let server: ConsoleServer;
let token: string;
let ada: Visitor;
let known: Record<string, string>;
beforeAll(async () => {
  const demo = await copyOfDemo();
  token = demo.tokens.ada;
  server = new ConsoleServer(demo.data, noRateLimits);
  await server.start();
  ada = await server.member("ada@example.org");
  const { clusters } = (await ada.research("listClusters")).body as OperationOutput<"listClusters">;
  const { faqs } = (await ada.research("getFaqs")).body as OperationOutput<"getFaqs">;
  known = { key: clusters[0]!.key, program: faqs[0]!.program, id: faqs[0]!.id };
});
afterAll(() => server?.dispose());

/** With values that exist. */
const pathOf = ({ path }: Operation) => path.replaceAll(/:(\w+)/g, (_, name: string) => known[name]!);

interface Reader {
  prefix: string;
  headers(): Record<string, string>;
}
const readers: [string, Reader][] = [
  ["a token", { prefix: "/api/v1", headers: () => ({ Authorization: `Bearer ${token}` }) }],
  ["a session", { prefix: "/console/api/v1", headers: () => ada.headers() }],
];

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, { headers: { "Accept-Encoding": "br", ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

it("filters, categories, resources and FAQs are among the responses that repeat", () => {
  const repeating = operationList.filter(({ repeats }) => repeats).map(({ id }) => id);
  const named = ["getFilters", "getCategories", "getResources", "getFaqs", "getFaq"];
  expect(repeating).toEqual(expect.arrayContaining(named));
});

describe.each(readers)("with %s", (_, reader) => {
  const read = (path: string, headers: Record<string, string> = {}) =>
    get(`${reader.prefix}${path}`, { ...reader.headers(), ...headers });

  it("responses that repeat have an ETag, are 304 for who has them, and are compressed", async () => {
    for (const operation of operationList.filter(({ repeats }) => repeats)) {
      const path = pathOf(operation);
      const { status, headers, text } = await read(path);
      expect([path, status, headers.get("cache-control")]).toEqual([path, 200, "private, no-cache"]);
      const long = Buffer.byteLength(text) >= 1024;
      expect([path, headers.get("content-encoding")]).toEqual([path, long ? "br" : null]);
      const again = await read(path, { "If-None-Match": headers.get("etag")! });
      expect([path, again.status, again.text]).toEqual([path, 304, ""]);
      expect(again.headers.get("etag")).toBe(headers.get("etag"));
    }
  });

  it("all other responses are stored nowhere", async () => {
    for (const path of ["/status", "/me", "/projects/by-slug/pillbox-radio"]) {
      const { headers } = await read(path);
      expect([path, headers.get("cache-control"), headers.get("etag")]).toEqual([path, "no-store", null]);
    }
  });

  it("an ETag is worth nothing without the right to read", async () => {
    const { headers } = await read("/filters");
    const refused = await get(`${reader.prefix}/filters`, { "If-None-Match": headers.get("etag")! });
    expect(refused.status).toBe(401);
  });
});

it("built files are compressed and cached for good; the page itself is revalidated", async () => {
  const page = await get("/projects");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect((await get("/", { "If-None-Match": page.headers.get("etag")! })).status).toBe(304);
  const files = [...page.text.matchAll(/"(\/console\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) {
    const { status, headers, text } = await get(path);
    expect([path, status, headers.get("cache-control")]).toEqual([
      path,
      200,
      "public, max-age=31536000, immutable",
    ]);
    const long = Buffer.byteLength(text) >= 1024;
    expect([path, headers.get("content-encoding"), headers.get("vary")]).toEqual(
      long ? [path, "br", "Accept-Encoding"] : [path, null, null],
    );
  }
});

it("the OpenAPI document is compressed and revalidated", async () => {
  const { headers } = await get("/api/v1/openapi.json");
  expect([headers.get("content-encoding"), headers.get("cache-control")]).toEqual(["br", "no-cache"]);
  const again = await get("/api/v1/openapi.json", { "If-None-Match": headers.get("etag")! });
  expect(again.status).toBe(304);
});

/** The last: it changes the corpus. */
it("a withdrawn project changes the ETag of what counted it", async () => {
  const before = (await ada.research("getFilters")).headers.get("etag");
  await priorart(server.data, "remove", "project", "pillbox-radio");
  await expect.poll(async () => (await ada.research("getFilters")).headers.get("etag")).not.toBe(before);
});
