import { describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { isPriorArtError, PriorArtError } from "./errors.ts";
import { fakeFetch, file, json, refusal } from "./fake-fetch.case.ts";
import { routes } from "./generated/routes.ts";

const baseUrl = "https://research.example.org";

function clientOf(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, asked } = fakeFetch(...answers);
  return { client: createClient({ baseUrl, token: "t", fetch, retries: 0 }), asked };
}

/** The PriorArtError that a call rejects with. */
async function failure(call: Promise<unknown>): Promise<PriorArtError> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(PriorArtError);
  return error as PriorArtError;
}

describe("a call", () => {
  it("sends fields in the path, in the query or in the body, and the token", async () => {
    const { client, asked } = clientOf(json({ results: [] }));
    await client.similarProjects({ slug: "a/b c", limit: 5 });
    await client.similarDocuments({ documentId: "d", limit: undefined });
    await client.searchProjects({ query: "é&=", filters: { winnersOnly: true, techStack: undefined } });
    await client.getFaqs();
    expect(await Promise.all(asked.map(async (one) => [one.method, one.url, await one.text()]))).toEqual([
      ["GET", `${baseUrl}/api/v1/projects/by-slug/a%2Fb%20c/similar?limit=5`, ""],
      ["GET", `${baseUrl}/api/v1/archives/d/similar`, ""],
      ["POST", `${baseUrl}/api/v1/search/projects`, '{"query":"é&=","filters":{"winnersOnly":true}}'],
      ["GET", `${baseUrl}/api/v1/faqs`, ""],
    ]);
    expect(asked.map(({ headers }) => headers.get("authorization"))).toEqual(Array(4).fill("Bearer t"));
    expect(asked.map(({ headers }) => headers.get("content-type"))).toEqual([
      null,
      null,
      "application/json",
      null,
    ]);
  });

  it("exists for every operation of the table, by name and by id", async () => {
    const isFile = ({ url }: Request) => url.endsWith("/export");
    const { client, asked } = clientOf((request) =>
      isFile(request) ? file('{"done":true}') : json({ done: true }),
    );
    const fields = { slug: "x", key: "x", documentId: "x", program: "x", id: "x" };
    for (const id of Object.keys(routes) as (keyof typeof routes)[]) {
      const expected = routes[id].text ? '{"done":true}' : { done: true };
      expect(await client[id](fields as never), id).toEqual(expected);
      expect(await client.call(id, fields as never), id).toEqual(expected);
    }
    expect(asked.filter(({ url }) => /:\w|undefined/.test(new URL(url).pathname))).toEqual([]);
  });

  it("is refused before it is sent when a field cannot be part of a path", async () => {
    const { client, asked } = clientOf(json({}));
    for (const slug of ["", ".", "..", undefined as never, null as never])
      await expect(client.getProject({ slug })).rejects.toThrow(/^slug: must be the name of a record, got /);
    expect(asked).toEqual([]);
  });

  it("returns files as text, or as a stream", async () => {
    const { client } = clientOf(() => file("slug\na\n"));
    expect(await client.exportProjects({ format: "csv" })).toBe("slug\na\n");
    const stream = await client.streams.exportAnalysis({ cohort: {}, dimensions: ["tracks"] });
    expect(await new Response(stream).text()).toBe("slug\na\n");
  });
});

describe("a failed call", () => {
  it("has the service's message, code, status, wait and request id", async () => {
    const body = { error: "Oh", code: "INTERNAL_ERROR", retryable: true, requestId: "r-1", later: [1] };
    const { client } = clientOf(
      refusal(404, "NOT_FOUND"),
      refusal(429, "RATE_LIMITED", { "Retry-After": "17" }),
      json(body, { status: 500 }),
    );
    expect(await failure(client.getProject({ slug: "a" }))).toMatchObject({
      message: "it is NOT_FOUND",
      code: "NOT_FOUND",
      status: 404,
      retryable: false,
      retryAfter: null,
      requestId: null,
    });
    expect(await failure(client.getMe())).toMatchObject({
      code: "RATE_LIMITED",
      retryable: true,
      retryAfter: 17,
    });
    expect(await failure(client.getMe())).toMatchObject({ requestId: "r-1", body });
  });

  it("is identified by its code", async () => {
    const error: unknown = await failure(
      clientOf(refusal(404, "NOT_FOUND")).client.getProject({ slug: "a" }),
    );
    expect(isPriorArtError(error)).toBe(true);
    expect(isPriorArtError(error, "NOT_FOUND", "FORBIDDEN")).toBe(true);
    expect(isPriorArtError(error, "FORBIDDEN")).toBe(false);
    expect(isPriorArtError(new Error("NOT_FOUND"), "NOT_FOUND")).toBe(false);
    if (isPriorArtError(error, "NOT_FOUND")) {
      const code: "NOT_FOUND" = error.code;
      expect(code).toBe("NOT_FOUND");
    }
  });

  it("reads Retry-After as seconds and as a date, by the server's clock where it is known", async () => {
    const date = "Wed, 21 Oct 2026 07:28:00 GMT";
    const later = "Wed, 21 Oct 2026 07:28:05 GMT";
    const soon = new Date(Date.now() + 30_000).toUTCString();
    const waitOf = async (headers: Record<string, string>) =>
      (await failure(clientOf(refusal(503, "SERVICE_UNAVAILABLE", headers)).client.getMe())).retryAfter;
    expect(await waitOf({ "Retry-After": "0" })).toBe(0);
    expect(await waitOf({ "Retry-After": later, Date: date })).toBe(5);
    expect(await waitOf({ "Retry-After": date, Date: later })).toBe(0);
    expect(await waitOf({ "Retry-After": soon })).toBeGreaterThan(25);
    expect(await waitOf({ "Retry-After": soon })).toBeLessThanOrEqual(30);
    for (const value of ["soon", "-1", "1.5", "5 s"])
      expect(await waitOf({ "Retry-After": value }), value).toBe(null);
    expect(await waitOf({})).toBe(null);
  });

  it("reports a response that is not the service's", async () => {
    const page = "<html>Welcome</html>";
    for (const body of [page, "null", '{"error":7}', '{"error":"x"}', ""]) {
      const error = await failure(clientOf(new Response(body, { status: 502 })).client.getMe());
      expect(error).toMatchObject({ code: "UNREADABLE", status: 502, retryable: true });
      expect(error.message).toContain("responded with 502");
    }
    expect(await failure(clientOf(new Response(page)).client.getMe())).toMatchObject({
      code: "UNREADABLE",
      status: 200,
      retryable: false,
      message: "The response is not one of Prior Art's API; check the address of the service",
    });
    for (const call of ["exportProjects", "streams"] as const) {
      const { client } = clientOf(new Response(page, { headers: { "Content-Type": "text/html" } }));
      const asked = call === "streams" ? client.streams.exportProjects({}) : client.exportProjects();
      expect(await failure(asked)).toMatchObject({ code: "UNREADABLE", status: 200 });
    }
  });

  it("reports a redirect instead of sending the token on", async () => {
    const moved = new Response(null, { status: 308, headers: { Location: "https://other.example" } });
    const { client, asked } = clientOf(moved);
    expect((await failure(client.getMe())).message).toContain("redirected");
    expect(asked.map(({ redirect }) => redirect)).toEqual(["manual"]);
  });

  it("reports that the service is unreachable, or that the response was cut off", async () => {
    const cause = new TypeError("fetch failed");
    expect(await failure(clientOf(cause).client.getMe())).toMatchObject({
      code: "UNREACHABLE",
      status: 0,
      retryable: true,
      cause,
    });
    const cut = () =>
      file(
        new ReadableStream({
          pull: (controller) => controller.error(new TypeError("terminated")),
        }),
      );
    expect(await failure(clientOf(cut).client.getMe())).toMatchObject({ code: "UNREACHABLE" });
    const stream = await clientOf(cut).client.streams.exportProjects({});
    expect(await failure(new Response(stream).text())).toMatchObject({ code: "UNREACHABLE" });
  });
});
