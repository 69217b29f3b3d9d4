/** Sends a file in parts. A part whose response is lost is sent again. */

import { consoleRoutes } from "virtual:routes";
import { isPriorArtError } from "@prior-art/client";
import { errorOf, unreachable } from "@prior-art/client/transport";
import type { ConsoleOutput } from "../../../src/contract/api/console/operations.ts";
import { uploadPartBytes } from "../../../src/contract/values/bounds.ts";
import { client } from "./client.ts";

type State = ConsoleOutput<"getImport">;

/** Milliseconds before each further try of a part. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];

export interface UploadOptions {
  signal: AbortSignal;
  onProgress(sent: number): void;
}

/** Resolves to the state with the complete file. */
export async function uploadFile(file: File, { signal, onProgress }: UploadOptions): Promise<State> {
  let state = await client.call("startUpload", { name: file.name.slice(-255), bytes: file.size }, { signal });
  const { id } = state.upload!;
  for (let offset = 0; offset < file.size; offset += uploadPartBytes) {
    onProgress(offset);
    state = await sendPart(file.slice(offset, offset + uploadPartBytes), { id, offset, signal });
  }
  return state;
}

async function sendPart(
  part: Blob,
  { id, offset, signal }: { id: string; offset: number; signal: AbortSignal },
): Promise<State> {
  const { path } = consoleRoutes.addUploadPart;
  const query = new URLSearchParams({ id, offset: String(offset) });
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(`/console${path}?${query}`, {
        method: "POST",
        headers: { "X-Console-Request": "1", "Content-Type": "application/octet-stream" },
        body: part,
        signal,
      });
      if (!response.ok) throw await errorOf(response);
      return (await response.json()) as State;
    } catch (error) {
      signal.throwIfAborted();
      const pause = PAUSES[attempt];
      if (pause === undefined || !mayPass(error)) throw isPriorArtError(error) ? error : unreachable(error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The connection, or a proxy in front of the service. */
const mayPass = (error: unknown): boolean =>
  !isPriorArtError(error) || error.status === 0 || error.status === 502 || error.status === 504;
