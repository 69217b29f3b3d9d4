/** One attempt: a signed POST of JSON, in the manner of Standard Webhooks (standardwebhooks.com, version 1). */
import { createHmac } from "node:crypto";
import type { Escalation } from "./outbox.ts";

const TIMEOUT_MS = 10_000;

export interface Webhook {
  url: string;
  /** Key of the signature, as text; its UTF-8 bytes are the key. */
  secret: string;
}

export type Delivery =
  | { delivered: true }
  /** `askedMs`: how long the receiver asked to wait, 0 where it did not. */
  | { delivered: false; problem: string; askedMs: number };

/** `v1,` and the base64 of HMAC-SHA256 over id, time (seconds since 1970) and body, joined by dots. */
export function signatureOf(secret: string, signed: { id: string; timestamp: number; body: string }): string {
  const { id, timestamp, body } = signed;
  return `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/**
 * Never throws but when `signal` ends the attempt. A redirect is a failure: it would carry the words to a host that
 * nobody configured. Problems name neither the address, which may hold a secret, nor what was sent.
 */
export async function sendEscalation(
  { url, secret }: Webhook,
  { id, category, severity, message, context, createdAt }: Escalation,
  { now, signal, timeoutMs = TIMEOUT_MS }: { now: number; signal: AbortSignal; timeoutMs?: number },
): Promise<Delivery> {
  const body = JSON.stringify({ id, category, severity, message, context, createdAt });
  const timestamp = Math.floor(now / 1000);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Prior-Art",
        "Idempotency-Key": id,
        "Webhook-Id": id,
        "Webhook-Timestamp": String(timestamp),
        "Webhook-Signature": signatureOf(secret, { id, timestamp, body }),
      },
      body,
    });
    await response.body?.cancel();
    if (response.ok) return { delivered: true };
    return { delivered: false, problem: `HTTP ${response.status}`, askedMs: askedDelay(response) };
  } catch (error) {
    if (signal.aborted) throw error;
    const problem = timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    return { delivered: false, problem, askedMs: 0 };
  }
}

function askedDelay(response: Response): number {
  const seconds = response.headers.get("retry-after") ?? "";
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

/** Such as ECONNREFUSED; the message itself may name the address. */
function reasonOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : "no connection";
}
