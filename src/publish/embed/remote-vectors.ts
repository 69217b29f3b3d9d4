/** Embeds chunks remotely while documents are chunked, so that their texts are never all in memory together. */
import { type Embedder, EmbeddingError } from "../../embed/embedder.ts";
import type { Calibration } from "../../search/vector/calibration.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import type { Chunk } from "../chunk/chunk.ts";
import type { PublishRun } from "../types.ts";
import { CalibrationSample } from "./calibration-sample.ts";
import { embedRemotely, remoteBatch } from "./embed-texts.ts";

export const nothingEmbedded =
  "the embedder returned no vector for any text; the previous snapshot stays current. Check that the endpoint is up, then publish again";

export interface RemoteResult {
  codes: CodesBuilder;
  /** Chunks that have a vector. */
  embedded: number;
  /** Documents of which some chunk has no vector. */
  unembedded: number[];
  calibration: Calibration;
}

/** Gathers chunk texts into batches; vectors come out in chunk order. */
export class RemoteVectors {
  readonly #run: PublishRun;
  readonly embedder: Embedder;
  readonly #codes: CodesBuilder;
  readonly #retried: ReadonlySet<string>;
  readonly #unembedded = new Set<number>();
  readonly #sample = new CalibrationSample();
  #embedded = 0;
  #texts: string[] = [];
  #documents: number[] = [];
  #document = 0;
  #fresh = 0;

  /** `retried`: documents that failed before; if they fail again, that is not evidence of a failing embedder. */
  constructor(run: PublishRun, embedder: Embedder, retried: ReadonlySet<string>) {
    this.#run = run;
    this.embedder = embedder;
    this.#retried = retried;
    this.#codes = new CodesBuilder(embedder.dimensions);
  }

  async add(
    document: { documentId: string; title: string; content: string },
    chunks: readonly Chunk[],
  ): Promise<void> {
    for (const { start, end } of chunks) {
      this.#texts.push(`${document.title}\n${document.content.slice(start, end)}`);
      this.#documents.push(this.#document);
    }
    this.#document++;
    if (!this.#retried.has(document.documentId)) this.#fresh++;
    while (this.#texts.length >= remoteBatch) await this.#flush(remoteBatch);
  }

  /** Throws when there were new texts and none could be embedded. */
  async finish(): Promise<RemoteResult> {
    while (this.#texts.length > 0) await this.#flush(remoteBatch);
    if (this.#embedded === 0 && this.#unembedded.size > 0 && this.#fresh > 0)
      throw new EmbeddingError(nothingEmbedded);
    return {
      codes: this.#codes,
      embedded: this.#embedded,
      unembedded: [...this.#unembedded],
      calibration: this.#sample.calibration(),
    };
  }

  async #flush(count: number): Promise<void> {
    const texts = this.#texts.slice(0, count);
    const vectors = await embedRemotely(texts, {
      embedder: this.embedder,
      catalog: this.#run.catalog,
      signal: this.#run.signal,
    });
    vectors.forEach((vector, i) => {
      this.#codes.add(vector);
      this.#sample.add(this.#documents[i]!, vector);
      if (vector) this.#embedded++;
      else this.#unembedded.add(this.#documents[i]!);
    });
    this.#texts = this.#texts.slice(count);
    this.#documents = this.#documents.slice(count);
    this.#run.report("embed", this.#document, null);
  }
}
