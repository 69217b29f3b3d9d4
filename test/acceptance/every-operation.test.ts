/** Every operation of the table returns each generic status, over HTTP, under both prefixes. */
import { afterEach, describe, expect, it } from "vitest";
import { errorBodySchema } from "../../src/contract/api/errors.ts";
import { type Operation, operationList } from "../../src/contract/api/operations.ts";
import {
  caller,
  openLimits,
  type RunningServer,
  rateLimitResult,
  refusedResult,
  startServer,
} from "../../src/server/fakes.case.ts";
import type { ServerPorts } from "../../src/server/ports.ts";

/** One valid value for every path parameter of the table. */
const pathValues: Record<string, string> = {
  slug: "some-project",
  key: "v1-c1",
  documentId: "0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a11",
  program: "hackathon",
  id: "some-faq",
};

function filledPath({ path }: Operation): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = pathValues[name];
    if (value === undefined) throw new Error(`add a value for :${name} to pathValues`);
    return value;
  });
}

let server: RunningServer;
afterEach(() => server.close());

/** A valid request for the operation, with the changes of the test case. */
async function send(operation: Operation, change: RequestInit & { prefix?: string } = {}): Promise<Response> {
  const { prefix = "/api/v1", ...init } = change;
  const body = operation.method === "POST" ? JSON.stringify(operation.example) : undefined;
  const headers = { ...(body && { "Content-Type": "application/json" }), ...(init.headers as object) };
  return server.send(init.method ?? operation.method, `${prefix}${filledPath(operation)}`, {
    body,
    ...init,
    headers,
  });
}

async function refusal(response: Response): Promise<string> {
  const { code, requestId } = errorBodySchema.parse(await response.json());
  expect(requestId !== undefined).toBe(response.status >= 500);
  return `${response.status} ${code}`;
}

const start = async (change: Partial<ServerPorts> = {}) => {
  server = await startServer(change);
};
const failing = async () => {
  throw new Error("out of order");
};

describe.each(operationList.map((operation) => [operation.id, operation] as const))(
  "%s",
  (_id, operation) => {
    it("succeeds under both prefixes, stored nowhere or revalidated, with a request id", async () => {
      await start();
      for (const prefix of ["/api/v1", "/api/v1/research_assistant"]) {
        const response = await send(operation, { prefix });
        expect(response.status).toBe(operation.successStatus);
        expect(response.headers.get("cache-control")).toBe(
          operation.repeats ? "private, no-cache" : "no-store",
        );
        expect(response.headers.has("etag")).toBe(operation.repeats ?? false);
        expect(response.headers.get("x-request-id")).toBeTruthy();
      }
      expect(server.recorded.executed.map((call) => call.operation)).toEqual([operation.id, operation.id]);
    });

    it("is refused without a valid token", async () => {
      await start();
      expect(await refusal(await send(operation, { headers: { Authorization: "" } }))).toBe(
        "401 UNAUTHORIZED",
      );
      expect(await refusal(await send(operation, { headers: { Authorization: "Bearer x" } }))).toBe(
        "401 UNAUTHORIZED",
      );
      expect(server.recorded.executed).toEqual([]);
    });

    it("is refused without its scope, when it needs one", async () => {
      const others = ["read", "me"]
        .filter((scope) => scope !== operation.scope)
        .map((scope) => `priorart:${scope}`);
      await start({ accounts: { authenticate: async () => ({ ...caller, scopes: others }) } });
      const response = await send(operation);
      if (operation.scope === "any") expect(response.status).toBe(operation.successStatus);
      else expect(await refusal(response)).toBe("403 FORBIDDEN");
    });

    it("refuses every other method", async () => {
      await start();
      const response = await send(operation, { method: "DELETE", body: undefined });
      expect(response.headers.get("allow")).toContain(operation.method);
      expect(await refusal(response)).toBe("404 NOT_FOUND");
    });

    it("obeys the limits of its columns, and no other", async () => {
      const groups: string[] = [];
      const consume = async (group: string) => {
        groups.push(group);
        return rateLimitResult();
      };
      await start({ limits: { ...openLimits(0), consume } });
      const full = await send(operation);
      if (operation.concurrencyLimited) expect(await refusal(full)).toBe("429 RATE_LIMITED");
      else expect(full.status).toBe(operation.successStatus);
      await server.close();

      await start({ limits: { ...openLimits(), consume } });
      const counted = await send(operation);
      expect(counted.status).toBe(operation.successStatus);
      expect(groups).toEqual(operation.limitGroup === null ? [] : [operation.limitGroup]);
      expect(counted.headers.has("ratelimit")).toBe(operation.limitGroup !== null);
      await server.close();

      await start({ limits: { ...openLimits(), consume: async () => refusedResult } });
      const limited = await send(operation);
      if (operation.limitGroup === null) return expect(limited.status).toBe(operation.successStatus);
      expect(limited.headers.get("retry-after")).toBe("17");
      expect(await refusal(limited)).toBe("429 RATE_LIMITED");
    });

    it("answers 500 for a fault, and 503 for a limiter or token store that fails", async () => {
      await start({ execute: failing });
      expect(await refusal(await send(operation))).toBe("500 INTERNAL_ERROR");
      await server.close();
      await start({ accounts: { authenticate: failing } });
      expect(await refusal(await send(operation))).toBe("503 SERVICE_UNAVAILABLE");
      await server.close();
      await start({ limits: { ...openLimits(), consume: failing } });
      const response = await send(operation);
      if (operation.limitGroup !== null) expect(await refusal(response)).toBe("503 SERVICE_UNAVAILABLE");
    });

    if (operation.method === "POST")
      it("checks media type, size, JSON and schema of its body", async () => {
        await start();
        const json = { "Content-Type": "application/json" };
        const outcome = async (body: string, headers: Record<string, string> = json) =>
          refusal(await send(operation, { body, headers }));
        expect(await outcome("{}", { "Content-Type": "text/plain" })).toBe("415 UNSUPPORTED_MEDIA_TYPE");
        expect(await outcome("{}", { ...json, "Content-Encoding": "gzip" })).toBe(
          "415 UNSUPPORTED_MEDIA_TYPE",
        );
        expect(await outcome(" ".repeat(1_048_577))).toBe("413 PAYLOAD_TOO_LARGE");
        expect(await outcome("")).toBe("400 BAD_REQUEST");
        expect(await outcome("{")).toBe("400 INVALID_JSON");
        for (const misfit of ["null", "[]", '"x"', "1"])
          expect(await outcome(misfit)).toBe("400 INVALID_QUERY");
        expect(server.recorded.executed).toEqual([]);
      });

    if (operation.path.includes(":"))
      it("refuses a malformed escape in its path", async () => {
        await start();
        const path = operation.path.replaceAll(/:\w+/g, "%zz");
        expect(await refusal(await server.send(operation.method, `/api/v1${path}`))).toBe(
          "400 INVALID_QUERY",
        );
      });
  },
);
