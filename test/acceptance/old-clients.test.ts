/**
 * A client written for the public service of the specification, with only its base URL changed. It uses no types of
 * this repository, only the specification.
 */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { holdPlaces } from "./harness/held-requests.ts";
import { useService } from "./harness/service.ts";

const service = useService({ env: { PRIORART_LIMIT_SEARCH: "16" } });

// biome-ignore lint/suspicious/noExplicitAny: it knows no types, as the doc comment says
type Json = Record<string, any>;

class PublicClient {
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  async request(method: string, path: string, body?: Json): Promise<Json> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      // Old clients send the type with every request, GET included.
      headers: {
        Authorization: `Bearer ${this.#token}`,
        "Content-Type": "application/json",
        Accept: "application/json",
        "User-Agent": "research-skill/1.4 (+node)",
        "X-Skill-Version": "1.4.0",
      },
      body: body && JSON.stringify(body),
    });
    const json = (await response.json()) as Json;
    if (response.ok) return json;
    throw Object.assign(new Error(json.error), {
      status: response.status,
      code: json.code,
      retryable: json.retryable,
      retryAfter: response.headers.get("Retry-After"),
    });
  }
}

describe.each(["/api/v1", "/api/v1/research_assistant"])("a client below %s", (path) => {
  const client = () =>
    new PublicClient(
      `${service().url}${path}`,
      path.endsWith("v1") ? service().tokens.ada : service().tokens.bob,
    );

  it("checks its token, reads filters, searches, pages through a document, and respects limits", async () => {
    const status = await client().request("GET", "/status");
    expect(status).toMatchObject({ authenticated: true, scope: expect.stringContaining(":read") });
    expect(Date.parse(status.expiresAt)).toBeGreaterThan(Date.now());

    const filters = await client().request("GET", "/filters");
    const hackathon = filters.hackathons.at(-1);
    const track = filters.tracks[0];
    const { categories } = await client().request("GET", "/categories");
    expect(categories).toHaveLength(41);

    const browse = await client().request("POST", "/search/projects", {
      hackathons: [hackathon.slug],
      filters: {},
      limit: 25,
    });
    expect(browse.totalFound).toBe(hackathon.projectCount);
    const inTrack = await client().request("POST", "/search/projects", { trackKeys: [track.key], limit: 1 });
    expect(inTrack.totalFound).toBe(track.projectCount);

    const found = await client().request("POST", "/search/projects", {
      query: "dollar payments for shops",
      limit: 5,
      offset: 0,
      diversify: true,
      includeFacets: true,
      facets: ["categories", "tracks", "problemTags"],
      facetTopK: 43,
      includeDiagnostics: true,
      filters: {
        winnersOnly: true,
        categoryKeys: categories.map((category: Json) => category.key).slice(0, 10),
      },
    });
    expect(Object.keys(found.facets)).toEqual(
      expect.arrayContaining(["categories", "tracks", "problemTags"]),
    );
    expect(found.diagnostics.modeUsed).toBe("hybrid");
    for (const project of found.results) {
      expect(project.award).toBe("winner");
      const details = await client().request("GET", `/projects/by-slug/${encodeURIComponent(project.slug)}`);
      expect(details).toMatchObject({ slug: project.slug, isWinner: true });
      for (const key of ["hackathon", "tracks", "labels", "links", "team", "tags", "prize", "metrics"])
        expect(details).toHaveProperty(key);
    }

    const hits = await client().request("POST", "/search/archives", {
      query: "payments settlement reversal",
      intent: "docs",
      limit: 5,
      maxChunksPerDoc: 2,
      maxDocsPerSource: 3,
      minSimilarity: 0.2,
    });
    expect(["vector", "chunk_text", "doc_text"]).toContain(hits.searchTier);
    const [best] = hits.results;
    let text = "";
    for (let offset: number | null = 0; offset !== null; ) {
      const page: Json = await client().request(
        "GET",
        `/archives/${best.documentId}?offset=${offset}&maxChars=2000`,
      );
      text += page.content;
      expect(page.hasMore).toBe(page.nextOffset !== null);
      offset = page.nextOffset;
    }
    expect(text.length).toBeGreaterThan(1_000);

    await expect(client().request("GET", "/projects/by-slug/never-was")).rejects.toMatchObject({
      status: 404,
      code: "NOT_FOUND",
      retryable: false,
    });
    await expect(client().request("POST", "/search/projects", { querry: "x" })).rejects.toMatchObject({
      status: 400,
      code: "INVALID_QUERY",
      retryable: false,
    });

    // Clients that send several requests at once and never retry.
    for (const count of [3, 4, 5, 6, 7, 8]) {
      const parallel = Array.from({ length: count }, () => client().request("GET", "/categories"));
      expect(await Promise.all(parallel)).toHaveLength(count);
    }
    const searches = ["wallet", "payments", "games", "oracle"].map((query) =>
      client().request("POST", "/search/projects", { query, limit: 3 }),
    );
    for (const { results } of await Promise.all(searches)) expect(results.length).toBeGreaterThan(0);

    const untilRefused = async () => {
      for (;;) await client().request("POST", "/search/archives", { query: "keys" });
    };
    await expect(untilRefused()).rejects.toMatchObject({
      status: 429,
      code: "RATE_LIMITED",
      retryable: true,
      retryAfter: expect.stringMatching(/^[1-9]\d*$/),
    });
  });
});

describe("the shapes of requests that public clients send", () => {
  const shapes = useService();
  const client = (path = "/api/v1") => new PublicClient(`${shapes().url}${path}`, shapes().tokens.demo);

  it.each([3, 4, 5, 6, 7, 8])(
    "%i calls of several operations at once, without retry, all succeed",
    async (count) => {
      const calls = [
        () =>
          client().request("POST", "/search/projects", { query: "wallet", includeFacets: true, limit: 25 }),
        () => client().request("POST", "/search/archives", { query: "digital cash", limit: 10 }),
        () => client().request("POST", "/analyze", { cohort: {}, dimensions: ["clusters", "techStack"] }),
        () => client().request("GET", "/filters"),
        () => client().request("GET", "/projects/by-slug/pillbox-radio"),
        () =>
          client().request("POST", "/compare", {
            cohortA: { winnersOnly: true },
            cohortB: {},
            dimensions: ["primitives"],
          }),
      ];
      const parallel = Array.from({ length: count }, (_, at) => calls[at % calls.length]!());
      expect(await Promise.all(parallel)).toHaveLength(count);
    },
  );

  it("a base URL ending in a slash, joined with a path beginning with one", async () => {
    for (const base of ["/api/v1/", "/api/v1//", "//api/v1", "/api//v1/", "/api/v1/research_assistant/"]) {
      const { authenticated } = await client(base).request("GET", "/status");
      const { results } = await client(base).request("POST", "//search/projects", { limit: 1 });
      const { slug } = await client(base).request("GET", "/projects//by-slug/pillbox-radio");
      expect([base, authenticated, results.length, slug]).toEqual([base, true, 1, "pillbox-radio"]);
    }
  });

  it.each([
    [{ filter: { winnersOnly: true } }, 'filter: unknown field; did you mean "filters"?'],
    [{ filters: { winnerOnly: true } }, 'filters.winnerOnly: unknown field; did you mean "winnersOnly"?'],
    [{ hackathon: ["x"] }, 'hackathon: unknown field; did you mean "hackathons"?'],
    [{ q: "wallet" }, "q: unknown field, remove it"],
  ])("%j is refused with the field that may have been meant", async (body, message) => {
    await expect(client().request("POST", "/search/projects", body)).rejects.toMatchObject({
      message,
      status: 400,
      code: "INVALID_QUERY",
      retryable: false,
      retryAfter: null,
    });
  });

  it("headers in other spellings: a lower-case scheme, a charset, any Accept", async () => {
    const spellings: Record<string, string>[] = [
      { authorization: `bearer ${shapes().tokens.demo}`, "content-type": "application/json; charset=utf-8" },
      { Authorization: `BEARER  ${shapes().tokens.demo}`, "CONTENT-TYPE": "application/json;charset=UTF-8" },
      { Authorization: `Bearer ${shapes().tokens.demo}`, "Content-Type": "application/json", Accept: "*/*" },
    ];
    for (const headers of spellings) {
      const response = await fetch(`${shapes().url}/api/v1/search/projects`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query: "wallet" }),
      });
      expect(response.status).toBe(200);
    }
  });
});

describe("a client that waits as Retry-After says", () => {
  const busy = useService({ env: { PRIORART_LIMIT_CONCURRENCY_WAIT: "0" } });

  it("succeeds at its next try", async () => {
    const token = busy().tokens.ada;
    const client = new PublicClient(`${busy().url}/api/v1`, token);
    const held = await holdPlaces(busy(), { token, count: 2 });
    const refused = await client.request("GET", "/filters").catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, code: "RATE_LIMITED", retryable: true });
    const seconds = Number((refused as { retryAfter: string }).retryAfter);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(await held.finish()).toEqual([200, 200]);
    // What is tested is the wait that the service asks for.
    await pause(seconds * 1000);
    expect((await client.request("GET", "/filters")).hackathons.length).toBeGreaterThan(0);
  });
});
