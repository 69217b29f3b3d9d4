/** Threads that split and tokenise documents, while the calling one indexes those before. */
import { Worker } from "node:worker_threads";
import { memoryLimits } from "../../threads/memory-limits.ts";
import { threadFile } from "../../threads/thread-file.ts";
import { youngGenerationMegabytes } from "../threads-for.ts";
import type { AnalysisReply, AnalyzedText } from "./messages.ts";
import { type AnalyzedBatch, readReply } from "./read-reply.ts";
import { ThreadForms } from "./thread-forms.ts";

export class AnalysisThreads {
  readonly #threads: AnalysisThread[];
  #next = 0;

  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => new AnalysisThread());
  }

  get count(): number {
    return this.#threads.length;
  }

  /** Batches have to be read in the order of these calls: that decides the numbers of terms. */
  analyze(documents: readonly AnalyzedText[]): Promise<AnalyzedBatch> {
    const thread = this.#threads[this.#next]!;
    this.#next = (this.#next + 1) % this.#threads.length;
    return thread.analyze(documents);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

interface Waiting {
  resolve(reply: AnalysisReply): void;
  reject(error: Error): void;
}

class AnalysisThread {
  readonly #worker: Worker;
  readonly #forms = new ThreadForms();
  readonly #waiting: Waiting[] = [];
  #failure: Error | null = null;

  constructor() {
    const { url, execArgv } = threadFile("./analysis-worker", import.meta.url);
    this.#worker = new Worker(url, {
      resourceLimits: memoryLimits({ young: youngGenerationMegabytes }),
      ...(execArgv && { execArgv }),
    });
    this.#worker.on("message", (reply: AnalysisReply) => this.#waiting.shift()!.resolve(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("a thread that analyses documents has ended")));
  }

  async analyze(documents: readonly AnalyzedText[]): Promise<AnalyzedBatch> {
    if (this.#failure) throw this.#failure;
    const texts = documents.map(({ title, author, content }) => ({ title, author, content }));
    const reply = await new Promise<AnalysisReply>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(texts);
    });
    return readReply(reply, this.#forms);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
