/** Worker thread: embeds the passages of one segment after another, and quantises those that it keeps. */
import { parentPort, workerData } from "node:worker_threads";
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { newCodes } from "./embedding.ts";
import { openModel } from "./open-model.ts";
import { OrderedVectors } from "./ordered-vectors.ts";
import type { VectorReply, VectorTask, VectorThreadModel } from "./vector-messages.ts";

const { segments, file, expected } = workerData as VectorThreadModel;
const model = openModel(segments, file);
const port = parentPort!;
const reply = (message: VectorReply, transferred: ArrayBuffer[] = []) =>
  port.postMessage(message, transferred);

const kept = new OrderedVectors(() => newCodes(fittedDimensions, { expected, keptElsewhere: false }));
/** Term of the segment → number in the model. */
let toModel: number[] = [];
let segment = 0;

port.on("message", (message: VectorTask) => {
  if (message.kind === "embed") embed(message);
  else if (message.kind === "keep") keep(message.task, message.vectors);
  else kept.finish(message.tasks);
  const arrays = kept.take();
  if (!arrays) return;
  const buffers = new Set(Object.values(arrays).map(({ buffer }) => buffer as ArrayBuffer));
  reply({ kind: "quantised", arrays }, [...buffers]);
});

function embed({ task, terms, tokens, ends, isKept, ...of }: VectorTask & { kind: "embed" }): void {
  if (of.segment !== segment) {
    segment = of.segment;
    toModel = [];
  }
  for (const term of terms) toModel.push(model.dictionary.find(term));
  const vectors = new Float32Array(ends.length * fittedDimensions);
  let from = 0;
  ends.forEach((end, i) => {
    const vector = model.embedTerms(Array.from(tokens.subarray(from, end), (term) => toModel[term]!));
    if (vector) vectors.set(vector, i * fittedDimensions);
    from = end;
  });
  if (isKept) keep(task, vectors);
  else reply({ kind: "embedded", task, vectors }, [vectors.buffer as ArrayBuffer]);
}

function keep(task: number, vectors: Float32Array): void {
  kept.add(task, vectors);
  reply({ kind: "kept" });
}
