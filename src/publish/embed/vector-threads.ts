/**
 * Vectors of passages made in other threads, while the calling one reads and indexes the next documents. The model may be
 * fitted there too.
 */
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { FitStep } from "../../embed/fitted/fit.ts";
import type { TokenCorpus } from "../../embed/fitted/token-corpus.ts";
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { GrowableUint32 as Growable, type GrowableUint32 } from "../../search/growable-uint32.ts";
import { minForLists } from "../../search/vector/codes.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { memoryLimits } from "../../threads/memory-limits.ts";
import { threadFile } from "../../threads/thread-file.ts";
import type { FittedMeta } from "../finished-files.ts";
import { youngGenerationMegabytes } from "../threads-for.ts";
import type { SegmentProgress, SegmentVectors } from "./embedding.ts";
import { buffersOf } from "./task-vectors.ts";
import type { VectorReply, VectorTask, VectorThreadModel } from "./vector-messages.ts";

/** Terms of one task: a megabyte. */
const tokensPerTask = 1 << 18;
/**
 * Tasks whose vectors are not kept yet; with more, the calling thread waits. It reads two thirds of a segment ahead while a model
 * is fitted or the lists of the segment before are arranged.
 */
const tasksAhead = 64;

export interface VectorThreadOptions {
  /** Folder, and the fitted model's file in it, without ending. */
  segments: string;
  file: string;
  /** Whether it is written; if not, `fit` is called before a segment begins. */
  isFitted: boolean;
  /** Passages of a segment, about. */
  expected: number;
  count: number;
  taskTokens?: number;
  /** Minimum number of passages for inverted lists. */
  listsFrom?: number;
}

interface Thread {
  worker: Worker;
  /** Tasks that it has not done. */
  tasks: number;
  /** Segment whose terms it knows, and how many of them. */
  segment: number;
  terms: number;
}

interface Awaited<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

/**
 * All embed; the first also fits the model and keeps the vectors of all. It quantises the first ones of a segment, which may
 * need codes; the others are quantised by the thread that embeds them.
 */
export class VectorThreads {
  readonly #threads: Thread[];
  readonly #taskTokens: number;
  readonly #tokens: GrowableUint32 = new Growable();
  readonly #ends: GrowableUint32 = new Growable();
  #segment = 0;
  /** Passages of the segment in tasks. */
  #passages = 0;
  /** Of all segments. */
  #tasks = 0;
  #notKept = 0;
  #failure: Error | null = null;
  #onStep: (step: FitStep) => void = () => {};
  #fitted: Awaited<FittedMeta> | null = null;
  /** Of segments that are finished, in their order. */
  readonly #arrays: Awaited<VectorArrays>[] = [];
  /** Called with each reply, and when a thread has failed. */
  #onChange = () => {};

  constructor({ segments, file, expected, ...options }: VectorThreadOptions) {
    const { taskTokens = tokensPerTask, listsFrom = minForLists } = options;
    this.#taskTokens = taskTokens;
    const isFitted = new Int32Array(new SharedArrayBuffer(4)).fill(options.isFitted ? 1 : 0);
    this.#threads = Array.from({ length: options.count }, () =>
      this.#start({ segments, file, expected, listsFrom, isFitted }),
    );
  }

  /** Takes the corpus: its arrays cannot be read any more. `texts`: those of the whole corpus. */
  fit(corpus: TokenCorpus, texts: number, onStep: (step: FitStep) => void): Promise<FittedMeta> {
    const { tokens, ends } = corpus;
    this.#onStep = onStep;
    this.#post(this.#threads[0]!, { kind: "fit", corpus, texts }, [tokens.buffer, ends.buffer]);
    return this.#awaited<FittedMeta>((fitted) => {
      this.#fitted = fitted;
    });
  }

  beginSegment(interner: TermInterner, progress: SegmentProgress): SegmentVectors {
    this.#segment++;
    this.#passages = 0;
    return {
      onChunk: (terms) => {
        for (const term of terms) this.#tokens.push(term);
        this.#ends.push(this.#tokens.length);
      },
      add: async () => {
        progress.onDocument();
        if (this.#tokens.length < this.#taskTokens) return;
        this.#embed(interner);
        // Receives the replies so far.
        await setImmediate();
        await this.#until(() => this.#notKept < tasksAhead);
      },
      finish: async () => {
        progress.onEnd();
        this.#embed(interner);
        this.#post(this.#threads[0]!, { kind: "finish", end: this.#tasks });
        const arrays = this.#awaited<VectorArrays>((waiting) => this.#arrays.push(waiting));
        return { codes: { build: () => arrays }, unembedded: [] };
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(model: VectorThreadModel): Thread {
    const { url, execArgv } = threadFile("./vector-worker", import.meta.url);
    const worker = new Worker(url, {
      workerData: model,
      resourceLimits: memoryLimits({ young: youngGenerationMegabytes }),
      ...(execArgv && { execArgv }),
    });
    const thread = { worker, tasks: 0, segment: 0, terms: 0 };
    worker.on("message", (reply: VectorReply) => this.#receive(thread, reply));
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", () => this.#fail(new Error("a thread that computes vectors has ended")));
    return thread;
  }

  #receive(thread: Thread, reply: VectorReply): void {
    if (reply.kind === "embedded") {
      const { task, vectors } = reply;
      thread.tasks--;
      if (vectors) this.#post(this.#threads[0]!, { kind: "keep", task, vectors }, buffersOf(vectors));
    } else if (reply.kind === "kept") this.#notKept--;
    else if (reply.kind === "quantised") this.#arrays.shift()?.resolve(reply.arrays);
    else if (reply.kind === "fitting") this.#onStep(reply.step);
    else this.#fitted!.resolve(reply.meta);
    this.#onChange();
  }

  /** Gives the terms so far to the thread with the fewest tasks. */
  #embed(interner: TermInterner): void {
    const thread = this.#threads.reduce((least, one) => (one.tasks < least.tasks ? one : least));
    if (thread.segment !== this.#segment) {
      thread.segment = this.#segment;
      thread.terms = 0;
    }
    const terms = interner.terms.slice(thread.terms);
    thread.terms = interner.terms.length;
    const tokens = this.#tokens.view().slice();
    const ends = this.#ends.view().slice();
    this.#tokens.clear();
    this.#ends.clear();
    const task = this.#tasks++;
    const isKept = thread === this.#threads[0];
    thread.tasks++;
    this.#notKept++;
    const of = { segment: this.#segment, task, before: this.#passages, isKept };
    this.#passages += ends.length;
    this.#post(thread, { kind: "embed", ...of, terms, tokens, ends }, [tokens.buffer, ends.buffer]);
  }

  #post({ worker }: Thread, task: VectorTask, transferred: ArrayBufferLike[] = []): void {
    worker.postMessage(task, transferred as ArrayBuffer[]);
  }

  #awaited<T>(keep: (awaited: Awaited<T>) => void): Promise<T> {
    const promise = new Promise<T>((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      else keep({ resolve, reject });
    });
    // Thrown where it is awaited, which another error may prevent.
    promise.catch(() => {});
    return promise;
  }

  async #until(isMet: () => boolean): Promise<void> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      if (isMet()) return;
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#fitted?.reject(error);
    for (const { reject } of this.#arrays.splice(0)) reject(error);
    this.#onChange();
  }
}
