/** A model thread's end of the protocol. */
import { parentPort, workerData } from "node:worker_threads";
import type { ModelThreadData, ModelThreadReply, ModelThreadRequest } from "./protocol.ts";
import type { OpenSession } from "./session.ts";
import { openTextModel, type TextModel } from "./text-model.ts";

/** Opens the model and takes texts, one after the other, until "close". */
export async function takeTexts(open: OpenSession): Promise<void> {
  const port = parentPort!;
  const tell = (reply: ModelThreadReply) => port.postMessage(reply);
  let model: TextModel;
  try {
    model = await openTextModel((workerData as ModelThreadData).folder, open);
  } catch (error) {
    tell({ type: "failed", message: messageOf(error) });
    return;
  }
  let last = Promise.resolve();
  port.on("message", (request: ModelThreadRequest) => {
    last = last.then(async () => {
      if (request === "close") {
        await model.release();
        port.close();
      } else tell(await embed(model, request));
    });
  });
  tell({ type: "opened", dimensions: model.dimensions });
}

async function embed(
  model: TextModel,
  { text, kind }: Exclude<ModelThreadRequest, "close">,
): Promise<ModelThreadReply> {
  try {
    return { type: "vector", vector: await model.embed(text, kind) };
  } catch (error) {
    return { type: "error", message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
