/** Heap limits of worker threads. */
import type { ResourceLimits } from "node:worker_threads";

/** What Node 20 gives a thread by default. */
const youngMegabytes = 48;

interface MemoryLimits {
  young?: number;
  old?: number;
}

/**
 * A thread that reaches its limit ends alone, with ERR_WORKER_OUT_OF_MEMORY, unless a garbage collection then promotes
 * more than the 16 MB that Node adds to the limit: that ends the process. The young generation that Node 24 gives a
 * thread by default contains so much. `young`, `old`: megabytes of the generations; `old` defaults to Node's limit.
 */
export function memoryLimits({ young = youngMegabytes, old }: MemoryLimits = {}): ResourceLimits {
  return {
    maxYoungGenerationSizeMb: young,
    ...(old !== undefined && { maxOldGenerationSizeMb: old }),
  };
}
