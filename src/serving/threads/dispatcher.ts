/** Gives jobs to threads, first come first served, never more than so many at once to each. */

/** A thread as the dispatcher sees it. */
export interface Seat<Job> {
  /** Jobs sent and not finished. */
  readonly held: number;
  send(job: Job): void;
}

/**
 * Jobs start in the order in which they came, so that under load none waits for many that came later. Of the threads
 * with room, the one with the fewest jobs gets the next.
 */
export class Dispatcher<Job> {
  readonly #perThread: number;
  readonly #threads = new Set<Seat<Job>>();
  #waiting: Job[] = [];

  constructor(perThread: number) {
    this.#perThread = perThread;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Threads that take jobs. */
  get threads(): number {
    return this.#threads.size;
  }

  submit(job: Job): void {
    this.#waiting.push(job);
    this.dispatch();
  }

  /** Jobs that a thread gave back: they came before all that wait. */
  resubmit(jobs: readonly Job[]): void {
    this.#waiting = [...jobs, ...this.#waiting];
    this.dispatch();
  }

  join(thread: Seat<Job>): void {
    this.#threads.add(thread);
    this.dispatch();
  }

  leave(thread: Seat<Job>): void {
    this.#threads.delete(thread);
  }

  /** Hands out what waits; called whenever a thread has finished a job. */
  dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#leastBusy();
      if (!thread) return;
      thread.send(this.#waiting.shift()!);
    }
  }

  /** Takes back all that waits. */
  drain(): Job[] {
    return this.#waiting.splice(0);
  }

  #leastBusy(): Seat<Job> | null {
    let least: Seat<Job> | null = null;
    for (const thread of this.#threads)
      if (thread.held < this.#perThread && (!least || thread.held < least.held)) least = thread;
    return least;
  }
}
