/**
 * Worker thread: embeds the passages of one segment after another, and quantises those that it keeps. The first of them
 * fits the model before, where there is none.
 */
import { parentPort, workerData } from "node:worker_threads";
import { type FittedModel, fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { newCodes } from "./embedding.ts";
import { fitModel } from "./fit-model.ts";
import { openModel } from "./open-model.ts";
import { OrderedVectors } from "./ordered-vectors.ts";
import type { VectorReply, VectorTask, VectorThreadModel } from "./vector-messages.ts";

const { segments, file, expected, isFitted } = workerData as VectorThreadModel;
const port = parentPort!;
const reply = (message: VectorReply, transferred: ArrayBuffer[] = []) =>
  port.postMessage(message, transferred);

const kept = new OrderedVectors(() => newCodes(fittedDimensions, { expected, keptElsewhere: false }));
let model: FittedModel | null = null;
/** Term of the segment → number in the model. */
let toModel: number[] = [];
let segment = 0;

port.on("message", (message: VectorTask) => {
  if (message.kind === "fit") fitFrom(message);
  else if (message.kind === "embed") embed(message);
  else if (message.kind === "keep") keep(message.task, message.vectors);
  else kept.finish(message.end);
  for (let arrays = kept.take(); arrays; arrays = kept.take()) {
    const buffers = new Set(Object.values(arrays).map(({ buffer }) => buffer as ArrayBuffer));
    reply({ kind: "quantised", arrays }, [...buffers]);
  }
});

function fitFrom({ corpus, texts }: VectorTask & { kind: "fit" }): void {
  const onStep = (step: (VectorReply & { kind: "fitting" })["step"]) => reply({ kind: "fitting", step });
  const meta = fitModel(corpus, { segments, file, texts, onStep });
  Atomics.store(isFitted, 0, 1);
  Atomics.notify(isFitted, 0);
  reply({ kind: "fitted", meta });
}

function embed({ task, terms, tokens, ends, isKept, ...of }: VectorTask & { kind: "embed" }): void {
  if (!model) {
    Atomics.wait(isFitted, 0, 0);
    model = openModel(segments, file);
  }
  const { dictionary } = model;
  if (of.segment !== segment) {
    segment = of.segment;
    toModel = [];
  }
  for (const term of terms) toModel.push(dictionary.find(term));
  const vectors = new Float32Array(ends.length * fittedDimensions);
  let from = 0;
  for (const [i, end] of ends.entries()) {
    const vector = model.embedTerms(Array.from(tokens.subarray(from, end), (term) => toModel[term]!));
    if (vector) vectors.set(vector, i * fittedDimensions);
    from = end;
  }
  if (isKept) {
    reply({ kind: "embedded", task, vectors: null });
    keep(task, vectors);
  } else reply({ kind: "embedded", task, vectors }, [vectors.buffer as ArrayBuffer]);
}

function keep(task: number, vectors: Float32Array): void {
  kept.add(task, vectors);
  reply({ kind: "kept" });
}
