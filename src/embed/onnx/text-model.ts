/** A model that turns texts into vectors, in the thread that opened it. */

import { unitLength } from "../unit-length.ts";
import { ModelError } from "./model-error.ts";
import type { ModelFolder } from "./model-folder.ts";
import { pool } from "./pooling.ts";
import type { ModelSession, OpenSession, TensorOf } from "./session.ts";
import { createTokenizer } from "./tokenizer.ts";

/** Models are trained with a prompt before the one or the other, some of them. */
export type TextKind = "query" | "passage";

export interface TextModel {
  dimensions: number;
  /**
   * Unit length; null where the model yields zeros or numbers that are not finite. One text per run: batches are not
   * faster on one thread, and an 8-bit model's vectors would depend on the other texts of their batch.
   */
  embed(text: string, kind: TextKind): Promise<Float32Array | null>;
  release(): Promise<void>;
}

/** What a text model may ask for; the last two can be left out of a model. */
const inputs = ["input_ids", "attention_mask", "token_type_ids"];

/** Throws ModelError when the model's inputs or outputs are not those of a text model. */
export async function openTextModel(folder: ModelFolder, open: OpenSession): Promise<TextModel> {
  const tokenize = createTokenizer(folder);
  const session = await open(folder.modelFile);
  refuseOtherInputs(session, folder.modelFile);
  const output = session.outputNames.find((name) => name === "sentence_embedding") ?? session.outputNames[0]!;
  const run = async (text: string) => {
    const ids = tokenize(text);
    return readOutput((await session.run(feedsOf(session, ids)))[output], {
      tokens: ids.length,
      output,
      folder,
    });
  };
  const probe = await run("probe").catch((error: unknown) => {
    if (error instanceof ModelError) throw error;
    throw new ModelError(
      `${folder.modelFile} fails on a first text (${(error as Error).message}); check that tokenizer.json belongs to it`,
    );
  });
  return {
    dimensions: probe.length,
    embed: async (text, kind) => unitLength(await run(folder.prompts[kind] + text)),
    release: () => session.release(),
  };
}

function refuseOtherInputs({ inputNames }: ModelSession, file: string): void {
  const other = inputNames.filter((name) => !inputs.includes(name));
  if (other.length > 0)
    throw new ModelError(
      `${file} has the input ${other.join(", ")}; a text model has ${inputs.join(", ")}, of which the last two are optional`,
    );
  if (!inputNames.includes("input_ids"))
    throw new ModelError(`${file} has no input input_ids; it is not a text model`);
}

function feedsOf(
  { inputNames }: ModelSession,
  ids: readonly number[],
): Record<string, TensorOf<BigInt64Array>> {
  const dims = [1, ids.length];
  const all: Record<string, TensorOf<BigInt64Array>> = {
    input_ids: { data: BigInt64Array.from(ids, BigInt), dims },
    attention_mask: { data: new BigInt64Array(ids.length).fill(1n), dims },
    token_type_ids: { data: new BigInt64Array(ids.length), dims },
  };
  return Object.fromEntries(inputNames.map((name) => [name, all[name]!]));
}

/** Either a vector per token, which are pooled, or the text's vector. */
function readOutput(
  tensor: TensorOf<unknown> | undefined,
  expected: { tokens: number; output: string; folder: ModelFolder },
): Float32Array {
  const { tokens, output, folder } = expected;
  const { data, dims = [] } = tensor ?? {};
  const dimensions = dims.at(-1) ?? 0;
  const perToken = dims.length === 3 && dims[0] === 1 && dims[1] === tokens;
  const perText = dims.length === 2 && dims[0] === 1;
  if (!(data instanceof Float32Array) || dimensions === 0 || !(perToken || perText))
    throw new ModelError(
      `${folder.modelFile} has the output ${output} of shape ${dims.join(" × ")}; a text model has float32 numbers of 1 × tokens × dimensions, or of 1 × dimensions`,
    );
  return perToken ? pool(data, dimensions, folder.pooling) : data.slice();
}
