/** For tests: a clock that moves only when something sleeps. */
import type { Clock } from "./host-queue.ts";

export interface TestClock extends Clock {
  /** Lengths of all sleeps so far, in milliseconds. */
  slept: number[];
}

export function testClock(): TestClock {
  let time = 1_000_000;
  const clock: TestClock = {
    slept: [],
    now: () => time,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      clock.slept.push(ms);
      time += ms;
      // Others that are ready run first.
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    },
  };
  return clock;
}
