import { describe, expect, it } from "vitest";
import { describeRefusals } from "./harness/refusals.ts";
import { useSharedService } from "./harness/service.ts";

const service = useSharedService();

describe("200", () => {
  it("returns the token's expiry and scopes, under both prefixes", async () => {
    for (const prefix of ["/api/v1", "/api/v1/research_assistant"]) {
      const { expiresAt, ...rest } = await service().get("getStatus", { prefix });
      expect(rest).toEqual({ authenticated: true, scope: "priorart:read priorart:me" });
      const days = (Date.parse(expiresAt!) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(89.9);
      expect(days).toBeLessThanOrEqual(90);
    }
  });

  it("shows the scopes of each token", async () => {
    const { meOnly, readOnly } = service().tokens;
    expect(await service().get("getStatus", { token: meOnly })).toMatchObject({ scope: "priorart:me" });
    expect(await service().get("getStatus", { token: readOnly })).toMatchObject({ scope: "priorart:read" });
  });

  it("must not be cached, and has its own request id", async () => {
    const [one, other] = [await service().ask("getStatus"), await service().ask("getStatus")];
    expect(one.headers.get("cache-control")).toBe("no-store");
    expect(one.headers.get("content-type")).toBe("application/json");
    expect(one.headers.get("x-request-id")).not.toBe(other.headers.get("x-request-id"));
  });

  it("ignores a Content-Type, unknown fields and an unknown query", async () => {
    const headers = { "Content-Type": "text/plain", "X-Anything": "1", "User-Agent": "old client/1.0" };
    expect((await service().ask("getStatus", { headers, search: "x=1&y" })).status).toBe(200);
  });
});

describeRefusals({ service, id: "getStatus", valid: {} });
