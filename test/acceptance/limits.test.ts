/** Limits per account, with their header fields, across tokens, connections, restarts and a crash. */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { endLimitWindows } from "./harness/account-rows.ts";
import { restartBeforeEnd } from "./harness/ending-windows.ts";
import { holdPlaces, openRequests } from "./harness/held-requests.ts";
import { addMember, issueToken } from "./harness/prepare-demo.ts";
import { outcome, useService } from "./harness/service.ts";

const json = { query: "wallet", limit: 1 };
/** `"search";r=29;t=60` → 29 and 60. */
const left = (headers: Headers) => {
  const [, r, t] = /^"search";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit")!)!;
  return { r: Number(r), t: Number(t) };
};

describe("30 searches a minute, unless set otherwise", () => {
  const service = useService({ env: { PRIORART_LIMIT_SEARCH: "" } });
  let ada: string;

  it("are counted over both searches, both paths, refused requests and a change of token", async () => {
    ada = service().tokens.ada;
    for (let used = 1; used <= 30; used++) {
      if (used === 15) ada = await issueToken(service().data, "ada@example.org");
      const id = used % 2 ? "searchProjects" : "searchArchives";
      const wrong = used % 10 === 0;
      const { status, headers } = await service().ask(id, { token: ada, json: wrong ? { limit: 0 } : json });
      expect(status).toBe(wrong ? 400 : 200);
      expect(headers.get("ratelimit-policy")).toBe('"search";q=30;w=60');
      const { r, t } = left(headers);
      expect(r).toBe(30 - used);
      expect(t).toBeGreaterThan(0);
      expect(t).toBeLessThanOrEqual(60);
      expect(headers.has("retry-after")).toBe(false);
    }
    for (const id of ["searchProjects", "searchArchives"] as const) {
      const refusal = await service().refusal(id, { token: ada, json });
      expect(outcome(refusal)).toEqual([429, "RATE_LIMITED"]);
      expect(left(refusal.headers)).toEqual({ r: 0, t: Number(refusal.headers.get("retry-after")) });
    }
  });

  it("are refused on every connection, before the body is read", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(`${service().url}/api/v1/search/projects`, {
        method: "POST",
        agent: new Agent(),
        headers: { Authorization: `Bearer ${ada}`, "Content-Type": "text/plain" },
      });
      sent.on("error", reject).on("response", (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      sent.end("{");
    });
    expect(status).toBe(429);
  });

  it("are counted per account, and for searches only", async () => {
    const { headers } = await service().ask("searchProjects", { token: service().tokens.bob, json });
    expect(left(headers).r).toBe(29);
    for (const id of ["getStatus", "getFilters", "getCategories"] as const) {
      const answer = await service().ask(id, { token: ada });
      expect([id, answer.status, answer.headers.has("ratelimit")]).toEqual([id, 200, false]);
    }
    const project = await service().ask("getProject", { token: ada, params: { slug: "pillbox-radio" } });
    expect([project.status, project.headers.has("ratelimit")]).toEqual([200, false]);
  });

  it("survive a graceful restart; a client that waits for Retry-After is served, and no sooner", async () => {
    const end = await restartBeforeEnd(service(), endLimitWindows);
    const bob = await service().ask("searchProjects", { token: service().tokens.bob, json });
    expect(left(bob.headers).r).toBe(28);
    const asked = Date.now();
    const refusal = await service().refusal("searchArchives", { token: ada, json });
    const answered = Date.now();
    expect(refusal.status).toBe(429);
    const wait = Number(refusal.headers.get("retry-after"));
    expect(wait).toBeLessThanOrEqual(Math.ceil((end - asked) / 1_000));
    expect(wait).toBeGreaterThanOrEqual(Math.max(1, Math.ceil((end - answered) / 1_000)));
    // Further refusals do not extend the wait.
    expect(
      Number((await service().refusal("searchArchives", { token: ada, json })).headers.get("retry-after")),
    ).toBeLessThanOrEqual(wait);
    await pause(answered + wait * 1_000 - Date.now());
    const { status, headers } = await service().ask("searchArchives", { token: ada, json });
    expect([status, left(headers).r]).toEqual([200, 29]);
  });

  it("are used up until the minute ends after a crash", async () => {
    const token = await addMember(service().data, "unlucky@example.org");
    expect((await service().ask("searchProjects", { token, json })).status).toBe(200);
    await service().stop("SIGKILL");
    await service().start();
    expect((await service().ask("searchProjects", { token, json })).status).toBe(429);
    const newcomer = await addMember(service().data, "newcomer@example.org");
    expect((await service().ask("searchProjects", { token: newcomer, json })).status).toBe(200);
  });
});

describe("requests in flight", () => {
  const service = useService({ env: { PRIORART_LIMIT_CONCURRENCY_WAIT: "0" } });

  it("are counted per account, not per token; status needs no slot", async () => {
    const held = await holdPlaces(service(), { token: service().tokens.ada, count: 2 });
    try {
      const token = await issueToken(service().data, "ada@example.org");
      const refusal = await service().refusal("getFilters", { token });
      expect([...outcome(refusal), refusal.headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "1"]);
      expect(refusal.headers.get("ratelimit-policy")).toContain("concurrency");
      expect((await service().ask("getStatus", { token })).status).toBe(200);
      // The requests in flight use a token that has ended since; they are still answered.
      expect(await held.finish()).toEqual([200, 200]);
    } finally {
      held.abandon();
    }
  });

  it("are two of fifty concurrent ones without a wait, over several connections; refused ones succeed later", async () => {
    const { bob: token } = service().tokens;
    const crowd = await openRequests(service(), { token, count: 50 });
    const statuses = (await crowd.finish()).sort();
    expect(statuses).toEqual([200, 200, ...Array(48).fill(429)]);
    const refused = await Promise.all(
      Array.from({ length: 50 }, () => service().ask("searchArchives", { token, json: { query: "wallet" } })),
    );
    const answered = refused.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThanOrEqual(2);
    for (const { status, headers } of refused)
      if (status !== 200) expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
    await pause(1_000);
    expect((await service().ask("searchArchives", { token, json: { query: "wallet" } })).status).toBe(200);
  });

  it("release their slots when the client disconnects", async () => {
    const { bob } = service().tokens;
    const held = await holdPlaces(service(), { token: bob, count: 2 });
    held.abandon();
    await expect
      .poll(async () => (await service().ask("getFilters", { token: bob })).status, { interval: 5 })
      .toBe(200);
  });

  it("wait for a slot in FIFO order, at most ten including those in progress, unless set otherwise", async () => {
    await service().restart({ PRIORART_LIMIT_CONCURRENCY_WAIT: "" });
    const { bob: token } = service().tokens;
    const held = await openRequests(service(), { token, count: 2 });
    const ask = () => service().ask("getFilters", { token });
    const asked = performance.now();
    const crowd = Array.from({ length: 9 }, async () => ({
      ...(await ask()),
      at: performance.now() - asked,
    }));
    const refused = await Promise.race(crowd);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    const late = (await Promise.all(crowd)).filter((one) => one.at !== refused.at);
    // No slot was released: each request waited its full second.
    for (const { status, at } of late) {
      expect(status).toBe(429);
      expect(at).toBeGreaterThan(950);
    }
    const waiting = [ask(), ask()];
    expect(await held.finish()).toEqual([200, 200]);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("have no fields where limits are off", async () => {
    await service().restart({ PRIORART_LIMIT_SEARCH: "0", PRIORART_LIMIT_CONCURRENCY: "0" });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => service().ask("searchProjects", { json })),
    );
    for (const { status, headers } of answers)
      expect([status, headers.has("ratelimit")]).toEqual([200, false]);
  });
});
