/** Reads the body of a 200 from `/v1/embeddings`. */
import { z } from "zod";
import { RequestFailure } from "./failure.ts";

const responseSchema = z.object({
  data: z.array(z.object({ index: z.number().optional(), embedding: z.array(z.unknown()) })),
});

/**
 * Unit-length vectors in the order of the texts, for any order of the response; null where a vector holds anything
 * but finite numbers, or only zeros. `dimensions` null: any length, but the same for all. Throws RequestFailure
 * (`unusable`).
 */
export function readVectors(
  body: unknown,
  expected: { count: number; dimensions: number | null },
): (Float32Array | null)[] {
  const parsed = responseSchema.safeParse(body);
  if (!parsed.success) throw unusable("is not of the shape {data: [{index, embedding: [number, …]}]}");
  const items = parsed.data.data;
  if (items.length !== expected.count)
    throw unusable(`holds ${items.length} vectors for ${expected.count} texts`);
  const dimensions = expected.dimensions ?? items[0]!.embedding.length;
  const vectors = new Array<Float32Array | null | undefined>(items.length).fill(undefined);
  for (const [position, { index = position, embedding }] of items.entries()) {
    if (!(index in vectors) || vectors[index] !== undefined)
      throw unusable(`numbers its vectors wrongly: index ${index} is out of range or repeated`);
    if (embedding.length !== dimensions || dimensions === 0)
      throw unusable(
        `holds a vector of ${embedding.length} numbers where ${dimensions || "some"} are expected`,
      );
    vectors[index] = unitVector(embedding);
  }
  return vectors as (Float32Array | null)[];
}

function unitVector(embedding: readonly unknown[]): Float32Array | null {
  let squares = 0;
  for (const value of embedding) {
    if (typeof value !== "number" || !Number.isFinite(value)) return null;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (length === 0 || !Number.isFinite(length)) return null;
  return Float32Array.from(embedding as number[], (value) => value / length);
}

function unusable(what: string): RequestFailure {
  return new RequestFailure("unusable", `the response ${what}`);
}
