/** For tests: a thread that helps others, and tells which tasks it begins. */
import { parentPort, workerData } from "node:worker_threads";
import { openAssistance } from "./assistance.ts";

/** The first number of its query says what becomes of a task. */
const outcomes = { found: 0, unknownSnapshot: 1, error: 2, never: 3 };

const port = parentPort!;
const gate = new Int32Array(new SharedArrayBuffer(4));

openAssistance(workerData as string, (_, { rotated }) => {
  port.postMessage("begun");
  if (rotated[0] === outcomes.unknownSnapshot) return null;
  if (rotated[0] === outcomes.error) throw new Error("on purpose");
  if (rotated[0] === outcomes.never) Atomics.wait(gate, 0, 0);
  return Uint32Array.from(rotated.subarray(1));
});

// Busy until the number changes.
port.on("message", (until: Int32Array) => {
  port.postMessage("busy");
  Atomics.wait(until, 0, 0);
  port.postMessage("free");
});
port.postMessage("ready");
