import { describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { fakeFetch, json } from "./fake-fetch.case.ts";
import { apiBase } from "./options.ts";

describe("the base URL", () => {
  it.each([
    ["https://a.example", "https://a.example/api/v1"],
    ["https://a.example/", "https://a.example/api/v1"],
    ["https://a.example//", "https://a.example/api/v1"],
    ["https://a.example/api/v1", "https://a.example/api/v1"],
    ["https://a.example/api/v1/", "https://a.example/api/v1"],
    ["https://a.example/api/v1/research_assistant", "https://a.example/api/v1/research_assistant"],
    ["https://a.example/tools/research/", "https://a.example/tools/research/api/v1"],
    ["http://127.0.0.1:8787", "http://127.0.0.1:8787/api/v1"],
    ["http://[::1]:8787/", "http://[::1]:8787/api/v1"],
    [new URL("https://a.example"), "https://a.example/api/v1"],
    ["", "/api/v1"],
    ["/console/api/v1", "/console/api/v1"],
  ])("%s is the root of the service or the address of its API", (given, base) => {
    expect(apiBase(given)).toBe(base);
  });

  it.each([
    "a.example",
    "ftp://a.example",
    "https://",
    "https://u:p@a.example",
    "https://a.example?x=1",
    "https://a.example/#x",
    "https://a.example/ x",
    "javascript:alert(1)",
    "\\\\a.example",
  ])("%s is refused", (given) => {
    expect(() => apiBase(given)).toThrow(/^baseUrl: must be an http or https address/);
  });
});

describe("options", () => {
  const baseUrl = "https://a.example";

  it("that no request could be sent with are refused by name", () => {
    for (const token of ["", "a b", "a\nb", "é"])
      expect(() => createClient({ baseUrl, token })).toThrow(/^token: /);
    const least = { timeout: 0, maxInFlight: 1, retries: 0, maxRetryAfter: 0 };
    for (const [name, value] of Object.entries(least)) {
      expect(() => createClient({ baseUrl, [name]: value })).not.toThrow();
      for (const wrong of [value - 1, Number.NaN, "x"])
        expect(() => createClient({ baseUrl, [name]: wrong as number })).toThrow(
          `${name}: must be a number of at least ${value}, got ${wrong}`,
        );
    }
  });

  it("add headers to every request, and leave the token out where there is none", async () => {
    const { fetch, asked } = fakeFetch(json({}));
    await createClient({ baseUrl, fetch, headers: { "X-Own": "1" } }).getStatus();
    expect(asked[0]!.headers.get("x-own")).toBe("1");
    expect(asked[0]!.headers.has("authorization")).toBe(false);
  });

  it("default to the global fetch, called as a function of its own", async () => {
    const before = globalThis.fetch;
    const seen: unknown[] = [];
    globalThis.fetch = async function (this: unknown) {
      seen.push(this);
      return json({ authenticated: true });
    } as typeof globalThis.fetch;
    try {
      await createClient({ baseUrl }).getStatus();
    } finally {
      globalThis.fetch = before;
    }
    expect(seen).toEqual([globalThis]);
  });
});
