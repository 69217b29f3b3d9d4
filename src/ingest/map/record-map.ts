/** Converts foreign records to native ones with the operator's JSONata expression. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { ImportUsageError } from "../types.ts";
import { compileMap, type MapResult } from "./map-expression.ts";
import { MapThread } from "./map-thread.ts";

export interface RecordMap {
  /** SHA-256 of the expression: an interrupted import resumes only under the same map. */
  digest: string;
  /** Results in the order of the records. Ends early once the signal is aborted. */
  apply(records: readonly unknown[]): AsyncGenerator<MapResult>;
  close(): Promise<void>;
}

/** Throws ImportUsageError when the file cannot be read or does not parse. */
export async function openRecordMap(
  map: string | { text: string },
  { signal, mapTimeLimitMs }: { signal?: AbortSignal; mapTimeLimitMs?: number },
): Promise<RecordMap> {
  const { text, name } = await textOf(map);
  compileMap(text, name);
  const thread = new MapThread({ text, name }, mapTimeLimitMs);
  const stop = () => void thread.stop();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  return {
    digest: createHash("sha256").update(text).digest("hex"),
    async *apply(records) {
      const results = records.map((record) => thread.evaluate(record));
      // A rejection is reported where it is awaited; later ones would be unhandled.
      for (const result of results) result.catch(() => {});
      for (const waiting of results) {
        const result = await waiting;
        if (result === null) return;
        yield result;
      }
    },
    async close() {
      signal?.removeEventListener("abort", stop);
      await thread.stop();
    },
  };
}

async function textOf(map: string | { text: string }): Promise<{ text: string; name: string }> {
  if (typeof map === "object") return { text: map.text, name: "the map" };
  const name = `the map ${map}`;
  const text = await readFile(map, "utf8").catch((error: Error) => {
    throw new ImportUsageError(`${name} cannot be read: ${error.message}`);
  });
  return { text, name };
}
