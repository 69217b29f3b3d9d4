import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "../../net/http-client.ts";
import { status as answerStatus, type TestServer } from "../../net/server.case.ts";
import { MAX_DELAY_MS, retryDelay } from "./backoff.ts";
import type { Escalation } from "./outbox.ts";
import { openReceiver } from "./receiver.case.ts";
import { sendEscalation } from "./send.ts";

const secret = "a secret that both sides know, é";
const escalation: Escalation = {
  id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  category: "error",
  severity: "critical",
  message: 'Nothing works: "é" 😀\n</script>',
  context: { step: 1 },
  createdAt: "2026-03-01T12:00:00.000Z",
};
const now = Date.parse("2026-03-01T12:00:05.900Z");

let receiver: TestServer;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const never = new AbortController().signal;
const send = (timeoutMs?: number, signal = never) =>
  sendEscalation({ url: receiver.url, secret, http: createHttpClient() }, escalation, {
    now,
    signal,
    timeoutMs,
  });

type Sample = (
  delivery: Pick<TestServer["requests"][number], "headers" | "body"> & { secret: string; now: number },
) => boolean;

/** The receiver sample of docs/feedback.md, verbatim. */
async function documentedSample(): Promise<Sample> {
  const page = readFileSync(new URL("../../../docs/feedback.md", import.meta.url), "utf8");
  const sample = /```js\n(.*?)```/s.exec(page)![1]!;
  return (await import(`data:text/javascript,${encodeURIComponent(sample)}`)).isGenuine;
}

describe("the request", () => {
  it("is JSON with exactly six fields, signed with its time, named by its id", async () => {
    expect(await send()).toEqual({ delivered: true });
    const [{ headers, body }] = receiver.requests as [TestServer["requests"][number]];
    expect(JSON.parse(body)).toEqual(escalation);
    expect(Object.keys(JSON.parse(body))).toEqual([
      "id",
      "category",
      "severity",
      "message",
      "context",
      "createdAt",
    ]);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "idempotency-key": escalation.id,
      "webhook-id": escalation.id,
      "webhook-timestamp": "1772366405",
    });
  });

  it("is verified by the documented sample; a changed or old one is not", async () => {
    await send();
    const [delivery] = receiver.requests as [TestServer["requests"][number]];
    const { headers, body } = delivery;
    const isGenuine = await documentedSample();
    expect(isGenuine({ ...delivery, secret, now })).toBe(true);
    expect(isGenuine({ ...delivery, secret, now: now + 299_000 })).toBe(true);
    expect(isGenuine({ ...delivery, secret, now: now + 301_000 })).toBe(false);
    expect(isGenuine({ ...delivery, secret: `${secret}!`, now })).toBe(false);
    expect(isGenuine({ headers, body: body.replace("critical", "low"), secret, now })).toBe(false);
    for (const [name, value] of [
      ["webhook-timestamp", "1772366406"],
      ["webhook-timestamp", "soon"],
      ["webhook-id", "another"],
      ["webhook-signature", "v1,"],
      ["webhook-signature", ""],
    ] as const)
      expect(isGenuine({ headers: { ...headers, [name]: value }, body, secret, now })).toBe(false);
  });

  it("does not follow a redirect to another host", async () => {
    const other = await openReceiver();
    receiver.answer = (response) => void response.writeHead(307, { Location: other.url }).end();
    expect(await send()).toMatchObject({ delivered: false, problem: "HTTP 307" });
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe("the result", () => {
  it.each([200, 201, 202, 204])("%d counts as delivered", async (status) => {
    receiver.answer = answerStatus(status);
    expect(await send()).toEqual({ delivered: true });
  });

  it.each([400, 401, 404, 410, 429, 500, 503])("%d counts as failed", async (status) => {
    receiver.answer = answerStatus(status);
    expect(await send()).toEqual({ delivered: false, problem: `HTTP ${status}`, retryAfterMs: 0 });
  });

  it("has Retry-After, in seconds or as a date; any other form is ignored", async () => {
    const asked = async (field: string) => {
      const headers = { "Retry-After": field, Date: "Sun, 01 Mar 2026 11:58:00 GMT" };
      receiver.answer = (response) => void response.writeHead(503, headers).end();
      return send();
    };
    expect(await asked("120")).toMatchObject({ retryAfterMs: 120_000 });
    expect(await asked("Sun, 01 Mar 2026 12:00:00 GMT")).toMatchObject({ retryAfterMs: 120_000 });
    expect(await asked("Sun, 01 Mar 2026 11:00:00 GMT")).toMatchObject({ retryAfterMs: 0 });
    expect(await asked("soon")).toMatchObject({ retryAfterMs: 0 });
    expect(await asked("99999999999999")).toMatchObject({ retryAfterMs: 0 });
  });

  it("a timeout or refused connection is a problem whose message contains neither URL nor content", async () => {
    receiver.answer = () => {};
    expect(await send(20)).toEqual({
      delivered: false,
      problem: "no complete response within 20 ms",
      retryAfterMs: 0,
    });
    await receiver.close();
    expect(await send()).toEqual({
      delivered: false,
      problem: "no connection (ECONNREFUSED)",
      retryAfterMs: 0,
    });
    receiver = await openReceiver();
    receiver.answer = (response) => response.socket!.destroy();
    const cut = await send();
    expect(cut).toMatchObject({
      delivered: false,
      problem: expect.stringMatching(/^the connection failed \([A-Z_]+\)$/),
    });
  });

  it("a private address behind a public name is refused, unless the host is listed", async () => {
    const { port } = new URL(receiver.url);
    const resolve = async () => ["127.0.0.1"];
    const sendTo = (http: HttpClient) =>
      sendEscalation({ url: `http://alerts.example.org:${port}/`, secret, http }, escalation, {
        now,
        signal: never,
      });
    expect(await sendTo(createHttpClient({ resolve }))).toEqual({
      delivered: false,
      problem: "its address is private; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS",
      retryAfterMs: 0,
    });
    expect(receiver.requests).toEqual([]);
    const listed = createHttpClient({ resolve, allowPrivateHosts: ["alerts.example.org"] });
    expect(await sendTo(listed)).toEqual({ delivered: true });
  });

  it("an attempt aborted by its caller is neither", async () => {
    const cut = new AbortController();
    receiver.answer = () => cut.abort();
    await expect(send(10_000, cut.signal)).rejects.toThrow();
  });
});

describe("the retry delay", () => {
  it("grows from seconds to hours, then stays", () => {
    const seconds = Array.from({ length: 10 }, (_, failed) => retryDelay(failed + 1) / 1000);
    expect(seconds).toEqual([2, 6, 18, 54, 162, 486, 1458, 4374, 7200, 7200]);
    expect(retryDelay(1_000_000)).toBe(MAX_DELAY_MS);
  });

  it("is the receiver's Retry-After where that is longer, up to the maximum", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), (failures, asked) => {
        const wait = retryDelay(failures, asked);
        expect(wait).toBeGreaterThanOrEqual(Math.min(asked, MAX_DELAY_MS));
        expect(wait).toBeGreaterThanOrEqual(retryDelay(failures));
        expect(wait).toBeLessThanOrEqual(MAX_DELAY_MS);
      }),
    );
  });
});
