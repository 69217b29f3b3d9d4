/** The port to what runs a model, so that everything around it works, and is tested, without it. */

/** Numbers in row order; `dims` are the lengths of the axes. */
export interface TensorOf<Data> {
  data: Data;
  dims: readonly number[];
}

/** An opened model. One thread uses it, one run at a time. */
export interface ModelSession {
  inputNames: readonly string[];
  outputNames: readonly string[];
  /** `inputs` by name. Rejects with what the runtime reports. Outputs that are not float32 have other data. */
  run(inputs: Readonly<Record<string, TensorOf<BigInt64Array>>>): Promise<Record<string, TensorOf<unknown>>>;
  release(): Promise<void>;
}

/** Opens a file. Throws ModelError where the runtime is missing or does not read the file. */
export type OpenSession = (modelFile: string) => Promise<ModelSession>;
