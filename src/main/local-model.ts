/** The local model, when one is configured. */
import type { Config } from "../config/config.ts";
import type { OnnxEmbedder, OnnxEmbedderOptions } from "../embed/onnx/onnx-embedder.ts";

/** Loads its code only where it is needed. Throws ModelError. Undefined where no local model is configured. */
export async function openLocalModel(
  { embedder }: Config,
  options: Pick<OnnxEmbedderOptions, "threads" | "onFailure">,
): Promise<OnnxEmbedder | undefined> {
  if (embedder.kind !== "onnx") return undefined;
  const { createOnnxEmbedder } = await import("../embed/onnx/onnx-embedder.ts");
  return createOnnxEmbedder({ path: embedder.path, ...options });
}
