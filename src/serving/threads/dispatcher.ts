/** Dispatches jobs to threads in order of arrival, with a limit on concurrent jobs per thread. */

/** A thread as the dispatcher sees it. */
export interface Seat<Job> {
  /** Jobs sent and not finished. */
  readonly held: number;
  send(job: Job): void;
}

/**
 * Jobs start in order of arrival, so that under load none is delayed by later ones. The next job goes to the thread
 * with the fewest jobs among those below the limit.
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

  /** Requeues jobs that a thread returned; they are older than all waiting ones. */
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

  /** Sends waiting jobs to threads; called whenever a thread has finished a job. */
  dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#leastBusy();
      if (!thread) return;
      thread.send(this.#waiting.shift()!);
    }
  }

  /** Removes and returns all waiting jobs. */
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
