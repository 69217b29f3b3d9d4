/** Vectors of passages made in a thread of their own, while the calling one reads and indexes the next documents. */
import { Worker } from "node:worker_threads";
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import { GrowableUint32 as Growable, type GrowableUint32 } from "../../search/growable-uint32.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { memoryLimits } from "../../threads/memory-limits.ts";
import { threadFile } from "../../threads/thread-file.ts";
import type { SegmentProgress, SegmentVectors } from "./embedding.ts";

/** `workerData` of the thread. */
export interface VectorThreadModel {
  /** Folder, and the fitted model's file in it, without ending. */
  segments: string;
  file: string;
  /** Passages of a segment, about. */
  expected: number;
}

/** To the thread. Segments follow one another; `finish` ends one. */
export type VectorTask =
  | {
      kind: "chunks";
      /** Terms numbered since the last task. */
      terms: string[];
      /** Term numbers of all chunks, and where each chunk ends among them. */
      tokens: Uint32Array;
      ends: Uint32Array;
    }
  | { kind: "finish" };

/** From the thread, in the order of the tasks. */
export type VectorReply = { kind: "embedded" } | { kind: "vectors"; arrays: VectorArrays };

/** Terms of one task: a megabyte. */
const tokensPerTask = 1 << 18;
/** Tasks under way; with more, the calling thread waits. */
const maxTasks = 4;

export class VectorThread {
  readonly #worker: Worker;
  readonly #tokens: GrowableUint32 = new Growable(tokensPerTask);
  readonly #ends: GrowableUint32 = new Growable();
  /** Terms of the segment that were sent. */
  #sent = 0;
  #tasks = 0;
  #failure: Error | null = null;
  #arrays: VectorArrays | null = null;
  /** Called with each reply, and when the thread has failed. */
  #onChange = () => {};

  constructor(model: VectorThreadModel) {
    const { url, execArgv } = threadFile("./vector-worker", import.meta.url);
    this.#worker = new Worker(url, {
      workerData: model,
      resourceLimits: memoryLimits(),
      ...(execArgv && { execArgv }),
    });
    this.#worker.on("message", (reply: VectorReply) => {
      if (reply.kind === "embedded") this.#tasks--;
      else this.#arrays = reply.arrays;
      this.#onChange();
    });
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the thread that computes vectors has ended")));
  }

  beginSegment(interner: TermInterner, progress: SegmentProgress): SegmentVectors {
    this.#sent = 0;
    return {
      onChunk: (terms) => {
        for (const term of terms) this.#tokens.push(term);
        this.#ends.push(this.#tokens.length);
      },
      add: async () => {
        progress.onDocument();
        if (this.#tokens.length < tokensPerTask) return;
        this.#send(interner);
        await this.#until(() => this.#tasks < maxTasks);
      },
      finish: async () => {
        progress.onEnd();
        this.#send(interner);
        this.#post({ kind: "finish" });
        return { codes: { build: () => this.#takeVectors() }, unembedded: [] };
      },
    };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(interner: TermInterner): void {
    const tokens = this.#tokens.view().slice();
    const ends = this.#ends.view().slice();
    const terms = interner.terms.slice(this.#sent);
    this.#sent = interner.terms.length;
    this.#tokens.clear();
    this.#ends.clear();
    this.#tasks++;
    this.#post({ kind: "chunks", terms, tokens, ends }, [tokens.buffer, ends.buffer]);
  }

  #post(task: VectorTask, transferred: ArrayBuffer[] = []): void {
    this.#worker.postMessage(task, transferred);
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
