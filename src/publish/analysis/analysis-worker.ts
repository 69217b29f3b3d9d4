/** Worker thread: splits and tokenises documents. */
import { parentPort } from "node:worker_threads";
import { BatchAnalyzer } from "./batch-analyzer.ts";
import type { AnalysisTask } from "./messages.ts";

const port = parentPort!;
const analyzer = new BatchAnalyzer();

port.on("message", (task: AnalysisTask) => {
  const reply = analyzer.analyze(task);
  const { tokens, counts, starts, chunks, chunkCounts } = reply;
  port.postMessage(
    reply,
    [tokens, counts, starts, chunks, chunkCounts].map(({ buffer }) => buffer as ArrayBuffer),
  );
});
