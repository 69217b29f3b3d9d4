/** Hourly limits of suggestions and feedback: per account, across tokens, connections, restarts and crashes. */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { endLimitHours, renameTable } from "./harness/account-rows.ts";
import { restartBeforeEnd } from "./harness/ending-windows.ts";
import { addMember, issueToken } from "./harness/prepare-demo.ts";
import { allFeedback, allSuggestions } from "./harness/reviews.ts";
import { outcome, type Service, useService } from "./harness/service.ts";

const cases = [
  {
    id: "suggestSource",
    path: "/source-suggestions",
    group: "suggestions",
    limit: 5,
    valid: { url: "https://example.org/" },
    kept: async (data: string) => (await allSuggestions(data)).length,
  },
  {
    id: "sendFeedback",
    path: "/feedback",
    group: "feedback",
    limit: 10,
    valid: { category: "other", message: "x" },
    kept: async (data: string) => (await allFeedback(data)).length,
  },
] as const;

/** One POST on a separate connection, under the canonical path. */
function postAlone(service: Service, path: string, call: { token: string; json: object }): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}/api/v1${path}`, {
      method: "POST",
      agent: new Agent(),
      headers: { Authorization: `Bearer ${call.token}`, "Content-Type": "application/json" },
    });
    sent.on("error", reject).on("response", (response) => {
      response.resume().on("end", () => resolve(response.statusCode!));
    });
    sent.end(JSON.stringify(call.json));
  });
}

describe.each(cases)(
  "$limit $group an hour, unless set otherwise",
  ({ id, path, group, limit, valid, kept }) => {
    const service = useService({ env: { PRIORART_LIMIT_SUGGESTIONS: "", PRIORART_LIMIT_FEEDBACK: "" } });
    const left = (headers: Headers) => {
      const [, r, t] = new RegExp(`^"${group}";r=(\\d+);t=(\\d+)$`).exec(headers.get("ratelimit")!)!;
      return { r: Number(r), t: Number(t) };
    };
    let ada: string;

    it("are counted over regenerated tokens and over connections, refused requests too", async () => {
      ada = service().tokens.ada;
      for (let used = 1; used < limit; used++) {
        if (used % 2 === 0) ada = await issueToken(service().data, "ada@example.org");
        const wrong = used === 3;
        const { status, headers } = await service().ask(id, { token: ada, json: wrong ? {} : valid });
        expect(status).toBe(wrong ? 400 : 201);
        expect(headers.get("ratelimit-policy")).toBe(`"${group}";q=${limit};w=3600`);
        expect(left(headers).r).toBe(limit - used);
        expect(left(headers).t).toBeGreaterThan(3_000);
      }
      expect(await postAlone(service(), path, { token: ada, json: valid })).toBe(201);
      const before = await kept(service().data);
      expect(before).toBe(limit - 1);
      for (const json of [valid, {}]) {
        const refusal = await service().refusal(id, { token: ada, json });
        expect(outcome(refusal)).toEqual([429, "RATE_LIMITED"]);
        expect(left(refusal.headers)).toEqual({ r: 0, t: Number(refusal.headers.get("retry-after")) });
        expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(3_600);
      }
      expect(await postAlone(service(), path, { token: ada, json: valid })).toBe(429);
      const renewed = await issueToken(service().data, "ada@example.org");
      expect((await service().ask(id, { token: renewed, json: valid })).status).toBe(429);
      ada = renewed;
      // Refused requests were not stored.
      expect(await kept(service().data)).toBe(before);
    });

    it("are counted per account, and for this operation only", async () => {
      const other = await service().ask(id, { token: service().tokens.bob, json: valid });
      expect([other.status, left(other.headers).r]).toEqual([201, limit - 1]);
      for (const another of cases.filter((one) => one.id !== id))
        expect((await service().ask(another.id, { token: ada, json: another.valid })).status).toBe(201);
      expect((await service().ask("getStatus", { token: ada })).status).toBe(200);
      expect((await service().ask("searchProjects", { token: ada, json: { limit: 1 } })).status).toBe(200);
    });

    it("keep their exact count across a crash and a graceful restart", async () => {
      const token = await addMember(service().data, "lucky@example.org");
      expect(left((await service().ask(id, { token, json: valid })).headers).r).toBe(limit - 1);
      await service().stop("SIGKILL");
      await service().start();
      expect(left((await service().ask(id, { token, json: valid })).headers).r).toBe(limit - 2);
      expect((await service().ask(id, { token: ada, json: valid })).status).toBe(429);
      await service().restart();
      expect(left((await service().ask(id, { token, json: valid })).headers).r).toBe(limit - 3);
      expect((await service().ask(id, { token: ada, json: valid })).status).toBe(429);
    });

    it("serve a client that waits exactly as long as Retry-After says, and no sooner", async () => {
      const end = await restartBeforeEnd(service(), endLimitHours);
      const asked = Date.now();
      const refusal = await service().refusal(id, { token: ada, json: valid });
      const answered = Date.now();
      expect(refusal.status).toBe(429);
      const wait = Number(refusal.headers.get("retry-after"));
      expect(wait).toBeLessThanOrEqual(Math.ceil((end - asked) / 1_000));
      expect(wait).toBeGreaterThanOrEqual(Math.max(1, Math.ceil((end - answered) / 1_000)));
      await pause(answered + wait * 1_000 - Date.now());
      const { status, headers } = await service().ask(id, { token: ada, json: valid });
      expect([status, left(headers).r]).toEqual([201, limit - 1]);
    });
  },
);

describe("a limiter that cannot count", () => {
  const service = useService({
    env: { PRIORART_LIMIT_SEARCH: "", PRIORART_LIMIT_FEEDBACK: "", PRIORART_LIMIT_SUGGESTIONS: "" },
  });

  it("answers 503 and stores nothing, counts searches in memory, and recovers once it can store", async () => {
    const { data, tokens } = service();
    const limited = [
      ["suggestSource", cases[0].valid],
      ["sendFeedback", cases[1].valid],
    ] as const;
    renameTable(data, { from: "limit_counter", to: "away_1" });
    renameTable(data, { from: "limit_window", to: "away_2" });
    for (const [id, json] of limited) {
      const refusal = await service().refusal(id, { token: tokens.bob, json });
      expect([id, ...outcome(refusal)]).toEqual([id, 503, "SERVICE_UNAVAILABLE"]);
      expect(refusal.error).toContain("Limits cannot be checked");
    }
    const search = () => service().ask("searchProjects", { token: tokens.bob, json: { limit: 1 } });
    for (let used = 1; used <= 30; used++) expect((await search()).status).toBe(200);
    expect((await search()).status).toBe(429);
    renameTable(data, { from: "away_1", to: "limit_counter" });
    renameTable(data, { from: "away_2", to: "limit_window" });
    expect([await allFeedback(data), await allSuggestions(data)]).toEqual([[], []]);
    for (const [id, json] of limited)
      expect((await service().ask(id, { token: tokens.bob, json })).status).toBe(201);
    await service().restart();
    expect((await search()).status).toBe(429);
  });
});
