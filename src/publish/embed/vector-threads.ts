/** Vectors of passages made in other threads, while the calling one reads and indexes the next documents. */
import { Worker } from "node:worker_threads";
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { GrowableUint32 as Growable, type GrowableUint32 } from "../../search/growable-uint32.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { memoryLimits } from "../../threads/memory-limits.ts";
import { threadFile } from "../../threads/thread-file.ts";
import type { SegmentProgress, SegmentVectors } from "./embedding.ts";
import type { VectorReply, VectorTask, VectorThreadModel } from "./vector-messages.ts";

/** Terms of one task: a megabyte. */
const tokensPerTask = 1 << 18;
/** Tasks whose vectors are not kept yet, for each thread; with more, the calling one waits. */
const tasksPerThread = 4;

/** All embed, in turn; the first also quantises and keeps the vectors of all. */
export class VectorThreads {
  readonly #threads: { worker: Worker; sent: number }[];
  readonly #taskTokens: number;
  readonly #tokens: GrowableUint32 = new Growable();
  readonly #ends: GrowableUint32 = new Growable();
  /** Of the segment: its number, and its tasks so far. */
  #segment = 0;
  #tasks = 0;
  #underWay = 0;
  #failure: Error | null = null;
  #arrays: VectorArrays | null = null;
  /** Called with each reply, and when a thread has failed. */
  #onChange = () => {};

  constructor(model: VectorThreadModel, count: number, taskTokens = tokensPerTask) {
    this.#taskTokens = taskTokens;
    this.#threads = Array.from({ length: count }, () => ({ worker: this.#start(model), sent: 0 }));
  }

  beginSegment(interner: TermInterner, progress: SegmentProgress): SegmentVectors {
    this.#segment++;
    this.#tasks = 0;
    for (const thread of this.#threads) thread.sent = 0;
    return {
      onChunk: (terms) => {
        for (const term of terms) this.#tokens.push(term);
        this.#ends.push(this.#tokens.length);
      },
      add: async () => {
        progress.onDocument();
        if (this.#tokens.length < this.#taskTokens) return;
        this.#send(interner);
        await this.#until(() => this.#underWay < tasksPerThread * this.#threads.length);
      },
      finish: async () => {
        progress.onEnd();
        this.#send(interner);
        this.#keep({ kind: "finish", tasks: this.#tasks });
        return { codes: { build: () => this.#takeVectors() }, unembedded: [] };
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(model: VectorThreadModel): Worker {
    const { url, execArgv } = threadFile("./vector-worker", import.meta.url);
    const worker = new Worker(url, {
      workerData: model,
      resourceLimits: memoryLimits(),
      ...(execArgv && { execArgv }),
    });
    worker.on("message", (reply: VectorReply) => this.#receive(reply));
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", () => this.#fail(new Error("a thread that computes vectors has ended")));
    return worker;
  }

  #receive(reply: VectorReply): void {
    if (reply.kind === "embedded") {
      const { task, vectors } = reply;
      this.#keep({ kind: "keep", task, vectors }, [vectors.buffer as ArrayBuffer]);
    } else if (reply.kind === "kept") this.#underWay--;
    else this.#arrays = reply.arrays;
    this.#onChange();
  }

  #send(interner: TermInterner): void {
    const task = this.#tasks++;
    const thread = this.#threads[task % this.#threads.length]!;
    const tokens = this.#tokens.view().slice();
    const ends = this.#ends.view().slice();
    const terms = interner.terms.slice(thread.sent);
    thread.sent = interner.terms.length;
    this.#tokens.clear();
    this.#ends.clear();
    this.#underWay++;
    const isKept = thread === this.#threads[0];
    const message = { kind: "embed", segment: this.#segment, task, terms, tokens, ends, isKept } as const;
    thread.worker.postMessage(message satisfies VectorTask, [tokens.buffer, ends.buffer]);
  }

  #keep(task: VectorTask, transferred: ArrayBuffer[] = []): void {
    this.#threads[0]!.worker.postMessage(task, transferred);
  }

  async #takeVectors(): Promise<VectorArrays> {
    await this.#until(() => this.#arrays !== null);
    const arrays = this.#arrays!;
    this.#arrays = null;
    return arrays;
  }

  async #until(isMet: () => boolean): Promise<void> {
    while (!isMet()) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#onChange();
  }
}
