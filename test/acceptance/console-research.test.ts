/** The operations of the API as pages call them: with a session, and with limits of their own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operation, type OperationOutput, operationList } from "../../src/contract/api/operations.ts";
import { bodyOf, ConsoleServer, goodPassword, Visitor } from "./harness/console.ts";
import { noRateLimits } from "./harness/no-limits.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

let server: ConsoleServer;
let token: string;
let ada: Visitor;
beforeAll(async () => {
  const demo = await copyOfDemo();
  token = demo.tokens.ada;
  server = new ConsoleServer(demo.data, noRateLimits);
  await server.start();
  ada = await server.member("ada@example.org");
});
afterAll(() => server?.dispose());

const search = { query: "invoices for freelancers", limit: 3 };

/** The same request with the member's token. */
async function withToken({ method, path }: Pick<Operation, "method" | "path">, body?: unknown) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await bodyOf(response) };
}

const left = (headers: Headers) => headers.get("ratelimit")?.replace(/;t=\d+$/, "");

describe("a page", () => {
  it("gets what a token gets, for every operation that reads and needs no path value", async () => {
    const readers = operationList.filter(
      ({ id, path, successStatus }) => successStatus === 200 && !path.includes(":") && id !== "getStatus",
    );
    for (const operation of readers) {
      const page = await ada.research(operation.id, operation.example ?? {});
      const client = await withToken(operation, operation.example);
      const timeless = (body: unknown) =>
        typeof body === "string" ? body : { ...(body as object), diagnostics: undefined };
      expect([operation.id, page.status, timeless(page.body)]).toEqual([
        operation.id,
        client.status,
        timeless(client.body),
      ]);
    }
    expect((await ada.research("getStatus")).body).toEqual({
      authenticated: true,
      expiresAt: null,
      scope: "priorart:read priorart:me",
    });
  });

  it("gets a record by any name, and 404 for one that does not exist", async () => {
    const { body } = await ada.research("searchProjects", search);
    const { slug } = (body as OperationOutput<"searchProjects">).results[0]!;
    expect((await ada.research("getProject", { slug })).body).toMatchObject({ slug });
    for (const hostile of ["no-such", "../../api/session", "<script>alert(1)</script>", "' or 1=1 --", "\0"])
      expect([hostile, (await ada.research("getProject", { slug: hostile })).status]).toEqual([hostile, 404]);
  });

  it("is refused without a session, and by each sign of another site", async () => {
    const stranger = new Visitor(server);
    expect((await stranger.research("searchProjects", search)).status).toBe(401);
    const signs: Record<string, string | null>[] = [
      { "X-Console-Request": null },
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const sign of signs) expect((await ada.research("searchProjects", search, sign)).status).toBe(403);
  });

  it("learns that its session has ended, and loses the cookie; after a new sign-in it continues", async () => {
    const bob = await server.member("bob@example.org");
    expect((await bob.research("searchProjects", search)).status).toBe(200);
    const elsewhere = new Visitor(server);
    for (const [name, value] of bob.cookies) elsewhere.cookies.set(name, value);
    await elsewhere.get("signOut");
    const ended = await bob.research("searchProjects", search);
    expect([ended.status, (ended.body as { code: string }).code]).toEqual([401, "UNAUTHORIZED"]);
    expect(bob.cookies.size).toBe(0);
    await bob.get("signIn", { email: "bob@example.org", password: goodPassword });
    expect((await bob.research("searchProjects", search)).status).toBe(200);
  });

  it("leaves no query in the log", async () => {
    await ada.research("searchProjects", { query: "canary in the log", limit: 1 });
    expect(server.log).toContain('"route":"/console/api/v1/search/projects"');
    expect(server.log).not.toContain("canary");
    expect(server.log).not.toContain("no-such");
  });
});

/** The last: each test restarts the server. */
describe("limits of pages", () => {
  const restart = async (env: Record<string, string>) => {
    await server.stop();
    await server.start({ ...noRateLimits, ...env });
  };

  it("are 120 searches and 60 analyses a minute, apart from those of the member's token", async () => {
    await restart({
      PRIORART_LIMIT_PAGE_SEARCH: "",
      PRIORART_LIMIT_PAGE_ANALYSIS: "",
      PRIORART_LIMIT_SEARCH: "",
    });
    expect(left((await ada.research("searchProjects", search)).headers)).toBe('"search";r=119');
    expect(left((await ada.research("analyze", { cohort: {}, dimensions: ["tracks"] })).headers)).toBe(
      '"analysis";r=59',
    );
    const client = await withToken({ method: "POST", path: "/search/projects" }, search);
    expect(left(client.headers)).toBe('"search";r=29');
    expect(left((await ada.research("searchProjects", search)).headers)).toBe('"search";r=118');
  });

  it("are settable, and refuse with 429 and Retry-After; a restart does not reset them", async () => {
    await restart({ PRIORART_LIMIT_PAGE_SEARCH: "2" });
    const refused = await ada.research("searchProjects", search);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await withToken({ method: "POST", path: "/search/projects" }, search)).status).toBe(200);
  });

  it("for feedback and suggestions are those of the token too: both are hourly, per person", async () => {
    await restart({ PRIORART_LIMIT_FEEDBACK: "3", PRIORART_LIMIT_SUGGESTIONS: "1" });
    const feedback = { category: "quality", message: "The order of these results surprises me." };
    const sent = await ada.research("sendFeedback", feedback);
    expect([sent.status, left(sent.headers)]).toEqual([201, '"feedback";r=2']);
    const client = await withToken({ method: "POST", path: "/feedback" }, feedback);
    expect([client.status, left(client.headers)]).toEqual([201, '"feedback";r=1']);
    const suggestion = { url: "https://example.org/essays" };
    expect((await ada.research("suggestSource", suggestion)).status).toBe(201);
    expect((await withToken({ method: "POST", path: "/source-suggestions" }, suggestion)).status).toBe(429);
  });
});
