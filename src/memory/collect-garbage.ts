/** Runs the garbage collector of this thread, so that large buffers are released as soon as nothing refers to them. */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What must have been allocated since the last collection for another one to be worth its time. */
const worthwhileBytes = 64 * 2 ** 20;
/** Requests within this time are answered by one collection. */
const delayMilliseconds = 1_000;

let collect: (() => void) | null = null;
let heldAfterLast = 0;
let scheduled = false;

export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
  heldAfterLast = heldBytes();
}

/** Collects only when much has been allocated since the last collection: a collection takes as long as the heap is large. */
export function collectIfWorthwhile(): void {
  if (heldBytes() - heldAfterLast > worthwhileBytes) collectGarbage();
}

/**
 * Collects soon, once for all requests until then. For shared memories, whose size is not counted, and which an idle
 * thread would otherwise hold for a long time.
 */
export function collectSoon(): void {
  if (scheduled) return;
  scheduled = true;
  setTimeout(() => {
    scheduled = false;
    collectGarbage();
  }, delayMilliseconds).unref();
}

/** Heap and buffers; shared memories are not included. */
function heldBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
