/** Query vectors over a message port: threads that search share the embedder of the main thread. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { type Embedder, EmbeddingError } from "./embedder.ts";

/** Embeds queries, for snapshots of its version only. */
export type QueryEmbedder = Pick<Embedder, "version" | "embedQuery">;

interface Question {
  number: number;
  text: string;
}

type Reply = { number: number; vector: Float32Array | null } | { number: number; failure: string };

/** The port for another thread, whose end of it is `embedOverPort`. */
export function openQueryPort(embedder: QueryEmbedder): MessagePort {
  const { port1: here, port2: there } = new MessageChannel();
  here.on("message", async ({ number, text }: Question) => {
    const reply = await embedder.embedQuery(text).then(
      (vector): Reply => ({ number, vector }),
      (error: unknown): Reply => ({
        number,
        failure: error instanceof Error ? error.message : String(error),
      }),
    );
    here.postMessage(reply);
  });
  // The server's sockets keep the process alive, not this.
  here.unref();
  return there;
}

export function embedOverPort(port: MessagePort, version: string): QueryEmbedder {
  const asked = new Map<number, { resolve(vector: Float32Array | null): void; reject(error: Error): void }>();
  let count = 0;
  port.on("message", (reply: Reply) => {
    const question = asked.get(reply.number);
    asked.delete(reply.number);
    if ("vector" in reply) question?.resolve(reply.vector);
    else question?.reject(new EmbeddingError(reply.failure));
  });
  port.unref();
  return {
    version,
    embedQuery: (text) =>
      new Promise((resolve, reject) => {
        const number = ++count;
        asked.set(number, { resolve, reject });
        port.postMessage({ number, text } satisfies Question);
      }),
  };
}
