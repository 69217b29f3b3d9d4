/** Delivers the outbox while the server runs. */
import { randomUUID } from "node:crypto";
import type { AccountsDb } from "../../accounts/tables.ts";
import type { InboxLog } from "../types.ts";
import { acquireLease, releaseLease } from "./lease.ts";
import { markDelivered, markFailed, nextDue, nextDueAt, type WaitingEscalation } from "./outbox.ts";
import { sendEscalation, type Webhook } from "./send.ts";

/** Poll interval: for escalations that another process wrote, and for a lease that another process holds. */
const LOOK_MS = 5_000;
const GRACE_MS = 3_000;

export interface DelivererOptions {
  db: AccountsDb;
  webhook: Webhook;
  log: InboxLog;
  /** Milliseconds since 1970. */
  now?: () => number;
  send?: typeof sendEscalation;
  /** How long an attempt in progress may continue when the server stops. */
  graceMs?: number;
}

export class Deliverer {
  readonly #options: Required<DelivererOptions>;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  readonly #running: Promise<void>;
  #woken = false;
  #endSleep: () => void = () => {};

  constructor(options: DelivererOptions) {
    this.#options = { now: Date.now, send: sendEscalation, graceMs: GRACE_MS, ...options };
    this.#running = this.#run();
  }

  /** Polls the outbox now, in the background. */
  wake(): void {
    this.#woken = true;
    this.#endSleep();
  }

  /** Graceful: an attempt in progress gets a few seconds; then the lease is released. The rest stays in the outbox. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#endSleep();
    const cut = setTimeout(() => this.#cutting.abort(), this.#options.graceMs);
    await this.#running;
    clearTimeout(cut);
    // Retried in case the database was busy: the next start then need not wait until the lease expires.
    await releaseLease(this.#options.db, this.#holder).catch(() => {});
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#woken = false;
      let wait = LOOK_MS;
      try {
        wait = await this.#deliverDue();
      } catch (error) {
        if (!this.#cutting.signal.aborted)
          this.#options.log.warn({ err: error }, "the feedback outbox could not be read or written");
      }
      await this.#sleep(wait);
    }
  }

  /** Delivers everything that is due, one by one. Resolves to the delay until the next poll. */
  async #deliverDue(): Promise<number> {
    const { db, now } = this.#options;
    const holder = this.#holder;
    if ((await nextDue(db, now())) !== null) {
      if (!(await acquireLease(db, { holder, now: now() }))) return LOOK_MS;
      try {
        for (;;) {
          const escalation = await nextDue(db, now());
          if (escalation === null || this.#stopping.signal.aborted) break;
          if (!(await acquireLease(db, { holder, now: now() }))) return LOOK_MS;
          await this.#attempt(escalation);
        }
      } finally {
        await releaseLease(db, holder);
      }
    }
    const next = await nextDueAt(db);
    return next === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, next - now()));
  }

  async #attempt(escalation: WaitingEscalation): Promise<void> {
    const { db, webhook, log, now, send } = this.#options;
    const delivery = await send(webhook, escalation, { now: now(), signal: this.#cutting.signal });
    const { id: feedbackId, severity, failures } = escalation;
    const logged = { feedbackId, severity, attempts: failures + 1 };
    if (delivery.delivered) {
      await markDelivered(db, feedbackId, now());
      log.info(logged, "feedback was escalated to the webhook");
      return;
    }
    const { problem, retryAfterMs } = delivery;
    const next = await markFailed(db, escalation, { problem, retryAfterMs, now: now() });
    log.warn(
      { ...logged, problem, nextAttempt: new Date(next).toISOString() },
      "the webhook did not accept feedback; the delivery will be retried",
    );
  }

  #sleep(milliseconds: number): Promise<void> {
    if (this.#woken || this.#stopping.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
