/** From the vectors of a text's tokens to the text's vector. */
import { ModelError } from "./model-error.ts";

export type Pooling = "mean" | "cls";

/** Of `1_Pooling/config.json`; mean where there is none. Throws ModelError for every other pooling, by name. */
export function poolingOf(config: object | null, path: string): Pooling {
  if (config === null) return "mean";
  const modes = modesOf(config as Record<string, unknown>);
  const [mode = "mean"] = modes;
  if (modes.length <= 1 && (mode === "mean" || mode === "cls")) return mode;
  throw new ModelError(`${path} asks for pooling by ${modes.join(" and ")}; only mean and cls are supported`);
}

function modesOf(config: Record<string, unknown>): string[] {
  if (config.pooling_mode !== undefined) return [config.pooling_mode].flat().map(String);
  return Object.keys(config)
    .filter((key) => key.startsWith("pooling_mode_") && config[key] === true)
    .map((key) => key.slice("pooling_mode_".length).replace(/_tokens?$/, ""));
}

/** `rows`: tokens × dimensions. */
export function pool(rows: Float32Array, dimensions: number, pooling: Pooling): Float32Array {
  if (pooling === "cls") return rows.slice(0, dimensions);
  const sums = new Float64Array(dimensions);
  for (let at = 0; at < rows.length; at++) sums[at % dimensions]! += rows[at]!;
  // The length is set to 1 afterwards, so that the sum serves as the mean.
  return Float32Array.from(sums);
}
