/** The operations of the API, called by pages with a session. */
import { afterEach, describe, expect, it } from "vitest";
import type { SignedIn } from "../../accounts/sign-in/types.ts";
import { type Operation, operationList } from "../../contract/api/operations.ts";
import { goodToken, openLimits, type RunningServer, rateLimitResult, refusedResult } from "../fakes.case.ts";
import { maxBodyBytes } from "../request-body.ts";
import { ada, startConsole } from "./console.case.ts";
import type { ConsolePorts } from "./ports.ts";

const pathOf = ({ path }: Operation) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === "documentId"
      ? "0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a11"
      : name === "program"
        ? "hackathon"
        : "v1-c1",
  );

let server: RunningServer;
afterEach(() => server.close());
const start = async (change: Partial<ConsolePorts> = {}) => {
  server = await startConsole(change);
};
const signedInAs = (member: SignedIn): Partial<ConsolePorts> => ({
  signIn: { session: async () => ({ member, cookies: [] }) } as unknown as ConsolePorts["signIn"],
});

const cookie = { Cookie: "s=ada" };
const own = { ...cookie, "X-Console-Request": "1", "Content-Type": "application/json" };

/** As the page sends it: without a token. */
async function send(operation: Operation, headers: Record<string, string> = own, body?: string) {
  const { method, example } = operation;
  const response = await fetch(`${server.address}/console/api/v1${pathOf(operation)}`, {
    method,
    headers,
    body: method === "POST" ? (body ?? JSON.stringify(example)) : undefined,
  });
  const text = await response.text();
  const { status, headers: received } = response;
  // Downloads are no JSON.
  const isJson = received.get("content-type")?.startsWith("application/json");
  const code = isJson ? (JSON.parse(text) as { code?: string }).code : undefined;
  return { status, headers: received, code };
}

const search = operationList.find(({ id }) => id === "searchProjects")!;

it.each(operationList.filter(({ method }) => method === "GET"))(
  "$id needs no header that pages send: it changes nothing",
  async (operation) => {
    await start();
    expect((await send(operation, cookie)).status).toBe(operation.successStatus);
  },
);

describe.each(operationList.map((operation) => [operation.id, operation] as const))("%s", (id, operation) => {
  it("is answered for the member of the session, with the member's own scopes", async () => {
    await start();
    const { status, headers } = await send(operation);
    expect(status).toBe(operation.successStatus);
    expect(headers.get("set-cookie")).toBe("s=renewed; Path=/");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(server.recorded.executed).toMatchObject([
      {
        operation: id,
        caller: {
          accountId: "m1",
          email: "ada@example.org",
          scopes: ["priorart:read", "priorart:me"],
          expiresAt: null,
        },
      },
    ]);
    expect(server.recorded.logged.at(-1)!.fields.route).toBe(`/console/api/v1${operation.path}`);
  });

  it("needs a session: a token is none", async () => {
    await start();
    const without: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${goodToken}` },
      { Cookie: "s=ended" },
    ];
    for (const headers of without) {
      const { status, code } = await send(operation, { "X-Console-Request": "1", ...headers });
      expect([status, code]).toEqual([401, "UNAUTHORIZED"]);
    }
    expect(server.recorded.executed).toEqual([]);
  });

  it("counts against the limits of pages, not of tokens", async () => {
    const counted: string[] = [];
    const pageLimits = {
      ...openLimits(),
      consume: async (group: string, accountId: string) => {
        counted.push(`${group} ${accountId}`);
        return rateLimitResult({ limit: 120 });
      },
    };
    await start({ pageLimits });
    const { headers } = await send(operation);
    const { limitGroup } = operation;
    expect(counted).toEqual(limitGroup === null ? [] : [`${limitGroup} m1`]);
    expect(headers.get("ratelimit-policy")).toBe(limitGroup && `"${limitGroup}";q=120;w=60`);
  });
});

describe("a request of a page", () => {
  it("that changes or asks by POST is refused from another site, before the session is read", async () => {
    await start();
    const foreign: Record<string, string>[] = [
      { "X-Console-Request": "" },
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const change of foreign) {
      const { status, code, headers } = await send(search, { ...own, ...change });
      expect([status, code, headers.get("set-cookie")]).toEqual([403, "FORBIDDEN", null]);
    }
  });

  it("is refused with 429 when the limits of pages are used up, and when too many are in flight", async () => {
    await start({ pageLimits: { ...openLimits(), consume: async () => refusedResult } });
    expect((await send(search)).code).toBe("RATE_LIMITED");
    await server.close();
    await start({ pageLimits: { ...openLimits(), acquire: async () => null }, pageConcurrencyLimit: 8 });
    const { status, headers } = await send(search);
    expect([status, headers.get("ratelimit-policy")]).toEqual([
      429,
      '"concurrency";q=8;qu="concurrent-requests"',
    ]);
  });

  it("has the size limit of the API, not of the console's forms", async () => {
    await start();
    const filled = (bytes: number) => {
      const frame = JSON.stringify({ ...search.example, query: "" }).length;
      return JSON.stringify({ ...search.example, query: "" }) + " ".repeat(bytes - frame);
    };
    expect((await send(search, own, filled(maxBodyBytes))).status).toBe(200);
    expect((await send(search, own, filled(maxBodyBytes + 1))).status).toBe(413);
  });

  it("of a member with an unverified address does not reach their records", async () => {
    await start(signedInAs({ ...ada, emailVerified: false }));
    const me = operationList.find(({ id }) => id === "getMe")!;
    expect((await send(me)).code).toBe("FORBIDDEN");
    expect((await send(search)).status).toBe(200);
    expect(server.recorded.executed.map(({ caller }) => caller.scopes)).toEqual([["priorart:read"]]);
  });
});
