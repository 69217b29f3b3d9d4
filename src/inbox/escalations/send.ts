/** One delivery attempt: a signed POST of JSON, as in Standard Webhooks 1 (standardwebhooks.com). */
import { createHmac } from "node:crypto";
import { jsonText } from "../../contract/values/json-text.ts";
import { retryAfterMs } from "../../net/backoff.ts";
import type { HttpClient } from "../../net/http-client.ts";
import { HttpError } from "../../net/http-error.ts";
import type { Escalation } from "./outbox.ts";

const TIMEOUT_MS = 10_000;

export interface Webhook {
  url: string;
  /** Key of the signature, as text; its UTF-8 bytes are the key. */
  secret: string;
  http: HttpClient;
}

export type Delivery =
  | { delivered: true }
  /** `retryAfterMs`: the receiver's Retry-After, 0 without. */
  | { delivered: false; problem: string; retryAfterMs: number };

/** `v1,` and the base64 of HMAC-SHA256 over id, time (seconds since 1970) and body, joined by dots. */
function signatureOf(secret: string, signed: { id: string; timestamp: number; body: string }): string {
  const { id, timestamp, body } = signed;
  return `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/**
 * Throws only the reason of `signal`. A redirect is a failure: it would send the feedback to a host that is not
 * configured. Problems contain neither the URL, which may contain a secret, nor the content.
 */
export async function sendEscalation(
  { url, secret, http }: Webhook,
  { id, category, severity, message, context, createdAt }: Escalation,
  { now, signal, timeoutMs = TIMEOUT_MS }: { now: number; signal: AbortSignal; timeoutMs?: number },
): Promise<Delivery> {
  const body = jsonText({ id, category, severity, message, context, createdAt });
  const timestamp = Math.floor(now / 1000);
  try {
    const { status, headers } = await http.send({
      url,
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": id,
        "Webhook-Id": id,
        "Webhook-Timestamp": String(timestamp),
        "Webhook-Signature": signatureOf(secret, { id, timestamp, body }),
      },
      body,
      timeoutMs,
      maxBytes: 0,
      readBody: "never",
      privateHost: true,
      // The outbox retries with backoff.
      retry: false,
      signal,
    });
    if (status >= 200 && status < 300) return { delivered: true };
    return { delivered: false, problem: `HTTP ${status}`, retryAfterMs: retryAfterMs(headers) ?? 0 };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { delivered: false, problem: error.message, retryAfterMs: 0 };
  }
}
