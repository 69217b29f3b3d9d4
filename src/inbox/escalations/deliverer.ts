/** Delivers what waits in the outbox, for as long as the server runs. */
import { randomUUID } from "node:crypto";
import type { AccountsDb } from "../../accounts/tables.ts";
import type { InboxLog } from "../types.ts";
import { giveLeaseBack, takeLease } from "./lease.ts";
import { markDelivered, markFailed, nextDue, nextDueAt, type WaitingEscalation } from "./outbox.ts";
import { sendEscalation, type Webhook } from "./send.ts";

/** How long what another process put into the outbox may stay unseen; also how often a taken lease is asked for. */
const LOOK_MS = 5_000;
const GRACE_MS = 3_000;

export interface DelivererOptions {
  db: AccountsDb;
  webhook: Webhook;
  log: InboxLog;
  /** Milliseconds since 1970. */
  now?: () => number;
  send?: typeof sendEscalation;
  /** How long an attempt under way may go on when the server stops. */
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

  /** Something was put into the outbox: look at once. Returns before anything is done. */
  wake(): void {
    this.#woken = true;
    this.#endSleep();
  }

  /** Lets an attempt under way end within a few seconds, gives the lease back. What is not delivered waits on. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#endSleep();
    const cut = setTimeout(() => this.#cutting.abort(), this.#options.graceMs);
    await this.#running;
    clearTimeout(cut);
    // Should the file have been busy when it was to be given back: the next start need not wait for its end.
    await giveLeaseBack(this.#options.db, this.#holder).catch(() => {});
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#woken = false;
      let wait = LOOK_MS;
      try {
        wait = await this.#deliverDue();
      } catch (error) {
        if (!this.#cutting.signal.aborted)
          this.#options.log.warn({ err: error }, "the outbox of feedback could not be read or written");
      }
      await this.#sleep(wait);
    }
  }

  /** Everything that is due, one after another. Resolves to how long nothing more will be. */
  async #deliverDue(): Promise<number> {
    const { db, now } = this.#options;
    const holder = this.#holder;
    if ((await nextDue(db, now())) !== null) {
      if (!(await takeLease(db, { holder, now: now() }))) return LOOK_MS;
      try {
        for (;;) {
          const escalation = await nextDue(db, now());
          if (escalation === null || this.#stopping.signal.aborted) break;
          if (!(await takeLease(db, { holder, now: now() }))) return LOOK_MS;
          await this.#attempt(escalation);
        }
      } finally {
        await giveLeaseBack(db, holder);
      }
    }
    const next = await nextDueAt(db);
    return next === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, next - now()));
  }

  async #attempt(escalation: WaitingEscalation): Promise<void> {
    const { db, webhook, log, now, send } = this.#options;
    const delivery = await send(webhook, escalation, { now: now(), signal: this.#cutting.signal });
    const { id: feedbackId, severity, failures } = escalation;
    const told = { feedbackId, severity, attempts: failures + 1 };
    if (delivery.delivered) {
      await markDelivered(db, feedbackId, now());
      log.info(told, "feedback was escalated to the webhook");
      return;
    }
    const { problem, askedMs } = delivery;
    const next = await markFailed(db, escalation, { problem, askedMs, now: now() });
    log.warn(
      { ...told, problem, nextAttempt: new Date(next).toISOString() },
      "the webhook did not take feedback; it is tried again",
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
