/** POST /feedback: what is stored, how it is escalated and delivered, and how it is resolved. */
import { createHmac } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openReceiver } from "../../src/inbox/escalations/receiver.case.ts";
import type { FeedbackEntry } from "../../src/inbox/types.ts";
import { status, type TestServer } from "../../src/net/server.case.ts";
import { endLeases, makeEscalationsDue } from "./harness/account-rows.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { allFeedback } from "./harness/reviews.ts";
import { outcome, type Service, useService } from "./harness/service.ts";

const thanks = { message: "Feedback received. Thank you." };
const text = (length: number) => "é".repeat(length);
const send = (service: Service, json: object) => service.get("sendFeedback", { json });
const list = (service: Service) => allFeedback(service.data);
const seen = (condition: () => unknown) => expect.poll(condition, { interval: 20 });

/** Logged lines of the server, without those of requests. */
const told = (service: Service): Record<string, unknown>[] =>
  service.log
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg !== "request");

describe("without a webhook", () => {
  const service = useService();

  it("201 for every category and severity; unknown fields are ignored, the default severity is medium", async () => {
    for (const category of ["error", "quality", "suggestion", "other"])
      for (const severity of ["low", "medium", "high", "critical"])
        expect(await send(service(), { category, severity, message: `${category} ${severity}` })).toEqual(
          thanks,
        );
    expect(await send(service(), { category: "other", message: "  plain \n", colour: 1 })).toEqual(thanks);
    const all = await list(service());
    expect(all).toHaveLength(17);
    expect(all[0]).toMatchObject({
      category: "other",
      severity: "medium",
      message: "plain",
      context: null,
      from: "demo@priorart.example",
      state: "open",
      escalation: null,
    });
    for (const { severity, escalation } of all)
      expect(escalation).toEqual(
        ["high", "critical"].includes(severity) ? { deliveredAt: null, attempts: 0, problem: null } : null,
      );
  });

  it("escalated feedback is logged without its text, and stays in the list", async () => {
    await send(service(), {
      category: "error",
      severity: "critical",
      message: "canaryfeedback",
      context: { canaryfeedback: 1 },
    });
    const [entry] = await list(service());
    await seen(() => told(service()).at(-1)).toMatchObject({
      level: "warn",
      feedbackId: entry!.id,
      category: "error",
      severity: "critical",
      webhook: false,
    });
    expect(service().log).not.toContain("canaryfeedback");
    expect(entry).toMatchObject({ state: "open", context: { canaryfeedback: 1 } });
  });

  it("201 with every field at its bound: 5,000 characters of message, 10,000 of context", async () => {
    const message = "😀".repeat(5_000);
    // {"k":"…"} is eight characters around the value.
    const context = { k: text(9_992) };
    expect([...JSON.stringify(context)]).toHaveLength(10_000);
    expect(await send(service(), { category: "error", message, context })).toEqual(thanks);
    expect((await list(service()))[0]).toMatchObject({ message, context });
    expect(await send(service(), { category: "error", message: "x", context: {} })).toEqual(thanks);
  });

  const valid = { category: "error", message: "x" };
  it.each<[string, object]>([
    ["category: is required, and must be one of error, quality, suggestion, other", { message: "x" }],
    ["category: must be one of error, quality, suggestion, other", { ...valid, category: "bug" }],
    ["message: is required", { category: "error" }],
    ["message: at least 1 characters, got 0", { ...valid, message: " \n " }],
    ["message: at most 5000 characters, got 5001", { ...valid, message: text(5_001) }],
    ["message: must be a string, got null", { ...valid, message: null }],
    ["severity: must be one of low, medium, high, critical", { ...valid, severity: "urgent" }],
    ["severity: must be one of low, medium, high, critical", { ...valid, severity: null }],
    [
      "context: must be at most 10000 characters of JSON, got 10001",
      { ...valid, context: { k: text(9_993) } },
    ],
    ["context: must be an object, got a string", { ...valid, context: "{}" }],
    ["context: must be an object, got an array", { ...valid, context: [] }],
    ["context: must be an object, got null", { ...valid, context: null }],
  ])("400 INVALID_QUERY: %s", async (message, json) => {
    const refusal = await service().refusal("sendFeedback", { json });
    expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
    expect(refusal.error).toContain(message);
  });

  it("stores a context nested as deep as its 10,000 characters allow, and returns it", async () => {
    const levels = 4_997;
    const context = `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const raw = `{"category":"quality","message":"deep","context":${context}}`;
    const headers = { "Content-Type": "application/json" };
    expect((await service().ask("sendFeedback", { raw, headers })).status).toBe(201);
    const { stdout } = await priorart(service().data, "feedback", "list", "--json");
    expect(stdout).toContain(context);
  });

  it("is listed, shown, resolved and reopened on the command line", async () => {
    const { data } = service();
    const listed = async (...options: string[]): Promise<FeedbackEntry[]> =>
      JSON.parse((await priorart(data, "feedback", "list", "--json", ...options)).stdout).feedback;
    await send(service(), {
      category: "quality",
      severity: "high",
      message: "Line one\nLine \u001b[31mtwo",
      context: { page: 3 },
    });
    const [{ id }] = (await list(service())) as [FeedbackEntry];
    const short = id.slice(0, 8);
    const table = (await priorart(data, "feedback", "list", "--limit", "1")).stdout.split("\n");
    expect(table[0]).toMatch(/^Id +Day +Severity +Category +State +Webhook +Message/);
    expect(table[1]).toMatch(new RegExp(`^${short} .*high +quality +open +waiting +Line one Line`));
    const shown = (await priorart(data, "feedback", "show", short)).stdout;
    expect(shown).toContain("\nLine one\nLine  [31mtwo\n\nContext:\n{\n");
    expect(shown).not.toContain("\u001b");
    expect((await priorart(data, "feedback", "resolve", short)).stdout).toBe(`Resolved ${id}.\n`);
    expect((await listed())[0]?.id).not.toBe(id);
    expect((await listed("--state", "resolved"))[0]).toMatchObject({ id, state: "resolved" });
    expect((await priorart(data, "feedback", "reopen", short)).stdout).toBe(`Reopened ${id}.\n`);
    expect((await listed("--limit", "1")).map((entry) => entry.id)).toEqual([id]);
  });

  describeRefusals({ service, id: "sendFeedback", valid: { json: { category: "error", message: "x" } } });
});

describe("with a webhook", () => {
  let receiver: TestServer;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());
  const service = useService();
  const received = () => receiver.requests.map(({ body }) => JSON.parse(body));
  const start = () => service().start({ PRIORART_ESCALATION_WEBHOOK: receiver.url });
  const attemptsOf = async () => (await list(service()))[0]!.escalation!.attempts;

  it("pending feedback is delivered once a webhook is configured, signed with a secret of the data directory", async () => {
    await send(service(), { category: "error", severity: "high", message: "Early", context: { a: ["é"] } });
    await send(service(), { category: "error", severity: "low", message: "Quiet" });
    await service().stop();
    await start();
    await seen(() => received().length).toBe(1);
    const file = join(service().data, "escalation-secret");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = readFileSync(file, "utf8").trim();
    const [{ headers, body }] = receiver.requests as [TestServer["requests"][number]];
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signature = createHmac("sha256", secret).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    const entry = (await list(service())).find(({ message }) => message === "Early")!;
    expect(JSON.parse(body)).toEqual({
      id: entry.id,
      category: "error",
      severity: "high",
      message: "Early",
      context: { a: ["é"] },
      createdAt: entry.createdAt,
    });
    expect(headers["idempotency-key"]).toBe(entry.id);
    await seen(
      async () => (await list(service())).find(({ id }) => id === entry.id)!.escalation,
    ).toMatchObject({
      attempts: 1,
      problem: null,
      deliveredAt: expect.any(String),
    });
  });

  // Retried: a second may be too short on a busy machine.
  it("arrives within a second of the request, which does not wait for it", { retry: 2 }, async () => {
    receiver.answer = () => {};
    receiver.requests.length = 0;
    expect(await send(service(), { category: "error", severity: "critical", message: "Now" })).toEqual(
      thanks,
    );
    await expect.poll(() => received().length, { interval: 5, timeout: 1_000 }).toBe(1);
    expect(received()[0].message).toBe("Now");
  });

  it("is delivered despite a kill during a delivery, failures and restarts, under one id", async () => {
    await service().stop("SIGKILL");
    endLeases(service().data);
    receiver.answer = status(500);
    await start();
    await seen(attemptsOf).toBeGreaterThanOrEqual(1);
    const before = received().length;
    expect(before).toBeGreaterThanOrEqual(2);
    await service().stop();
    makeEscalationsDue(service().data);
    receiver.answer = status(202);
    await start();
    await seen(() => received().length).toBeGreaterThan(before);
    await seen(async () => (await list(service()))[0]!.escalation!.deliveredAt).not.toBeNull();
    expect(new Set(receiver.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(service().log).not.toMatch(/Early|Now|hush/);
  });

  it("a receiver that never answers does not delay a graceful shutdown", async () => {
    receiver.answer = () => {};
    receiver.requests.length = 0;
    await send(service(), { category: "error", severity: "critical", message: "Last" });
    await seen(() => received().length).toBe(1);
    expect((await service().stop()).code).toBe(0);
    expect(await attemptsOf()).toBe(0);
  });
});
