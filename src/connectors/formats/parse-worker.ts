/** Worker thread: parses each content that it receives, and replies in the same order. */
import { parentPort } from "node:worker_threads";
import type { Content } from "../connector.ts";
import { FormatError } from "./format.ts";
import { parse } from "./parse.ts";
import type { ParseReply } from "./parse-thread.ts";

const port = parentPort!;

// Of a damaged PDF its library rejects promises that nobody awaits, and may read the rest. The reply says what came of it.
process.on("unhandledRejection", () => {});

port.on("message", async (content: Content) => {
  port.postMessage(await reply(content));
});

async function reply(content: Content): Promise<ParseReply> {
  try {
    return { documents: await parse(content) };
  } catch (error) {
    if (error instanceof FormatError) return { fault: error.message };
    return { fault: `cannot be parsed: ${String((error as Error)?.message ?? error).slice(0, 200)}` };
  }
}
