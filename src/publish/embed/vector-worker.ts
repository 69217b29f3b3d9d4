/**
 * Worker thread: embeds the passages of one segment after another, and keeps them or returns them. The first one fits the
 * model before, where there is none.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { FitStep } from "../../embed/fitted/fit.ts";
import { type FittedModel, fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { collectGarbage } from "../../memory/collect-garbage.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import { Quantiser } from "../../search/vector/quantiser.ts";
import { fitModel } from "./fit-model.ts";
import { openModel } from "./open-model.ts";
import { OrderedVectors } from "./ordered-vectors.ts";
import { buffersOf, collectVectors, type TaskVectors } from "./task-vectors.ts";
import type { VectorReply, VectorTask, VectorThreadModel } from "./vector-messages.ts";

const { segments, file, expected, listsFrom, isFitted } = workerData as VectorThreadModel;
const port = parentPort!;
const reply = (message: VectorReply, transferred: ArrayBuffer[] = []) =>
  port.postMessage(message, transferred);

const kept = new OrderedVectors(() => new CodesBuilder(fittedDimensions, { expected, listsFrom }));
const quantiser = new Quantiser(fittedDimensions);
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
    collectGarbage();
  }
});

function fitFrom({ corpus, texts }: VectorTask & { kind: "fit" }): void {
  const onStep = (step: FitStep) => reply({ kind: "fitting", step });
  const meta = fitModel(corpus, { segments, file, texts, onStep });
  Atomics.store(isFitted, 0, 1);
  Atomics.notify(isFitted, 0);
  reply({ kind: "fitted", meta });
  // The sample, and what was made of it.
  collectGarbage();
}

function fittedModel(): FittedModel {
  if (model) return model;
  Atomics.wait(isFitted, 0, 0);
  model = openModel(segments, file);
  return model;
}

function embed({ task, before, terms, tokens, ends, isKept, ...of }: VectorTask & { kind: "embed" }): void {
  const fitted = fittedModel();
  if (of.segment !== segment) {
    segment = of.segment;
    toModel = [];
  }
  for (const term of terms) toModel.push(fitted.dictionary.find(term));
  const vectors = collectVectors(
    ends.length,
    (i) => {
      const passage = tokens.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]!);
      return fitted.embedTerms(Array.from(passage, (term) => toModel[term]!));
    },
    // The first of a segment may need codes, which quantised ones do not have.
    before < listsFrom ? null : quantiser,
  );
  if (isKept) {
    reply({ kind: "embedded", task, vectors: null });
    keep(task, vectors);
  } else reply({ kind: "embedded", task, vectors }, buffersOf(vectors));
}

function keep(task: number, vectors: TaskVectors): void {
  kept.add(task, vectors);
  reply({ kind: "kept" });
}
