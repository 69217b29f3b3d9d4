/** Splits and tokenises batches of documents; one per thread. */
import { FormInterner } from "../../search/analysis/form-interner.ts";
import { GrowableUint32 } from "../../search/growable-uint32.ts";
import { chunk } from "../chunk/chunk.ts";
import type { AnalysisReply, AnalysisTask } from "./messages.ts";

/** Forms that a thread and its publish remember, about: 60 MB in both. More are rare; all are forgotten then. */
const maxForms = 300_000;

export class BatchAnalyzer {
  readonly #maxForms: number;
  readonly #interner = new FormInterner();
  readonly #tokens = new GrowableUint32(1 << 16);
  readonly #starts = new GrowableUint32(1 << 16);
  /** Forms that were sent. */
  #sent = 0;

  constructor(forms = maxForms) {
    this.#maxForms = forms;
  }

  analyze(documents: AnalysisTask): AnalysisReply {
    const isReset = this.#interner.size > this.#maxForms;
    if (isReset) {
      this.#interner.clear();
      this.#sent = 0;
    }
    this.#tokens.clear();
    this.#starts.clear();
    const counts = new GrowableUint32(3 * documents.length);
    const chunks = new GrowableUint32();
    const chunkCounts = new GrowableUint32(documents.length);
    for (const { title, author, content } of documents) {
      counts.push(this.#intern(title));
      counts.push(this.#intern(author ?? ""));
      counts.push(this.#intern(content, this.#starts));
      const found = chunk(content);
      chunkCounts.push(found.length);
      for (const { start, end } of found) {
        chunks.push(start);
        chunks.push(end);
      }
    }
    const reply = {
      isReset,
      forms: this.#interner.forms.slice(this.#sent),
      terms: this.#interner.terms.slice(this.#sent),
      tokens: this.#tokens.view().slice(),
      counts: counts.view().slice(),
      starts: this.#starts.view().slice(),
      chunks: chunks.view().slice(),
      chunkCounts: chunkCounts.view().slice(),
    };
    this.#sent = this.#interner.size;
    return reply;
  }

  /** Returns the number of tokens. */
  #intern(text: string, starts?: GrowableUint32): number {
    const before = this.#tokens.length;
    this.#interner.intern(text, this.#tokens, starts);
    return this.#tokens.length - before;
  }
}
