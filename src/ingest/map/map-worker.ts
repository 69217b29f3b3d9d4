/** Worker thread: evaluates an import map on each record it receives, in order, and replies in the same order. */
import { parentPort, workerData } from "node:worker_threads";
import { compileMap, evaluateMap, type MapResult, mapFault } from "./map-expression.ts";
import { type MapWorkerData, READY } from "./map-thread.ts";

const { text, name } = workerData as MapWorkerData;
const expression = compileMap(text, name);
const port = parentPort!;

let previous = Promise.resolve();
port.on("message", (record: unknown) => {
  previous = previous.then(async () => reply(await evaluateMap(expression, record)));
});
port.postMessage(READY);

function reply(result: MapResult): void {
  try {
    port.postMessage(result);
  } catch {
    port.postMessage({
      values: null,
      fault: mapFault("the map returned a function, or a value that is nested too deeply"),
    });
  }
}
