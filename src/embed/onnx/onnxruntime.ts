/**
 * Sessions of onnxruntime-node, which only operators of a local model install. It is not declared as a peer in
 * package.json: with this project's `legacy-peer-deps`, npm never installs a declared peer, even when it is named.
 */
import { ModelError } from "./model-error.ts";
import type { ModelSession, TensorOf } from "./session.ts";

/** The part of the package's interface that is used here; its own types are there only where it is installed. */
interface OnnxRuntime {
  env: { logLevel?: string };
  Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => TensorOf<BigInt64Array>;
  InferenceSession: { create(modelFile: string, options: object): Promise<ModelSession> };
}

/** A CommonJS package: its exports are the default export, but for TypeScript's loader. */
type ImportedRuntime = OnnxRuntime & { default?: OnnxRuntime };

/** Named by a variable: compilers and linters would otherwise look for the package. */
const packageName = "onnxruntime-node";
/** With the version that was tested. */
const installCommand = `npm install --no-save ${packageName}@1.30.0`;

/** One thread per session: several sessions in threads of their own use the cores better than one session does. */
const options = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: "sequential" };

/** Tests pass another `load`. */
export async function openOnnxSession(
  modelFile: string,
  load: () => Promise<ImportedRuntime> = () => import(packageName),
): Promise<ModelSession> {
  const runtime = await loadRuntime(load);
  // Errors are thrown as well; the log would only repeat them on stderr.
  runtime.env.logLevel = "fatal";
  const session = await runtime.InferenceSession.create(modelFile, options).catch((error: unknown) => {
    throw new ModelError(
      `${modelFile} cannot be read as an ONNX model (${firstLine(error)}); export it again, or copy it again if the copy was cut short`,
    );
  });
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: (inputs) =>
      session.run(
        Object.fromEntries(
          Object.entries(inputs).map(([name, { data, dims }]) => [
            name,
            new runtime.Tensor("int64", data, dims),
          ]),
        ),
      ),
    release: () => session.release(),
  };
}

async function loadRuntime(load: () => Promise<ImportedRuntime>): Promise<OnnxRuntime> {
  try {
    const module = await load();
    return module.default ?? module;
  } catch (error) {
    const missing =
      (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND" && String(error).includes(packageName);
    throw new ModelError(
      missing
        ? `PRIORART_EMBEDDER=onnx needs the package ${packageName}, which is not installed; in Prior Art's folder, run: ${installCommand}`
        : `the package ${packageName} does not start on this machine (${firstLine(error)}); install it again: ${installCommand}`,
    );
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0]!.trim();
}
