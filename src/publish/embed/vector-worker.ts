/** Worker thread: embeds and quantises the passages of one segment after another. */
import { parentPort, workerData } from "node:worker_threads";
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { newCodes } from "./embedding.ts";
import { openModel } from "./open-model.ts";
import type { VectorReply, VectorTask, VectorThreadModel } from "./vector-thread.ts";

const { segments, file, expected } = workerData as VectorThreadModel;
const model = openModel(segments, file);
const port = parentPort!;
const reply = (message: VectorReply, transferred: ArrayBuffer[] = []) =>
  port.postMessage(message, transferred);

const begin = () => newCodes(fittedDimensions, { expected, keptElsewhere: false });

let codes = begin();
/** Term of the segment → number in the model. */
let toModel: number[] = [];

port.on("message", (task: VectorTask) => {
  if (task.kind === "finish") return finish();
  for (const term of task.terms) toModel.push(model.dictionary.find(term));
  let from = 0;
  for (const end of task.ends) {
    codes.add(model.embedTerms(Array.from(task.tokens.subarray(from, end), (term) => toModel[term]!)));
    from = end;
  }
  reply({ kind: "embedded" });
});

function finish(): void {
  const arrays = codes.build();
  codes = begin();
  toModel = [];
  const buffers = new Set(Object.values(arrays).map(({ buffer }) => buffer as ArrayBuffer));
  reply({ kind: "vectors", arrays }, [...buffers]);
}
