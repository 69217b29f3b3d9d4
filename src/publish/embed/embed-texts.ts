/** Embedding of texts: the fitted model works on term numbers, a remote embedder on text. */
import { createHash } from "node:crypto";
import type { CatalogReader } from "../../catalog/types.ts";
import type { Embedder } from "../../embed/embedder.ts";
import type { FittedModel } from "../../embed/fitted/fitted-model.ts";
import type { TermInterner } from "../../search/analysis/term-interner.ts";

export type Vector = Float32Array | null;

export const nothingEmbedded =
  "the embedder returned no vector for any text; the previous snapshot stays current. Check that the endpoint is up, then publish again";

/** Texts that need not be in memory together; an array is one. */
export type TextList = Pick<readonly string[], "length" | "slice">;

/** Embeds texts given as an interner's term numbers with a fitted model. */
export class TermEmbedding {
  readonly #model: FittedModel;
  readonly #interner: TermInterner;
  #toModel = new Int32Array(0);
  /** Of the text that is embedded. */
  #numbers = new Int32Array(256);

  constructor(model: FittedModel, interner: TermInterner) {
    this.#model = model;
    this.#interner = interner;
  }

  embed(terms: Uint32Array): Vector {
    if (this.#toModel.length < this.#interner.terms.length) this.#mapNewTerms();
    if (this.#numbers.length < terms.length) this.#numbers = new Int32Array(2 * terms.length);
    for (let i = 0; i < terms.length; i++) this.#numbers[i] = this.#toModel[terms[i]!]!;
    return this.#model.embedTerms(this.#numbers.subarray(0, terms.length));
  }

  #mapNewTerms(): void {
    const { terms } = this.#interner;
    const grown = new Int32Array(terms.length);
    grown.set(this.#toModel);
    for (let term = this.#toModel.length; term < terms.length; term++)
      grown[term] = this.#model.dictionary.find(terms[term]!);
    this.#toModel = grown;
  }
}

/** Texts per request to the cache and the remote embedder. */
export const remoteBatch = 256;

export interface RemotePorts {
  embedder: Embedder;
  catalog: CatalogReader;
  signal: AbortSignal | undefined;
  /** Positions of texts to embed; of the others, only cached vectors are used. Absent: all. */
  wanted?: (position: number) => boolean;
  /** Called with how many texts the embedder was given, and how long it took. */
  onEmbedded?: (texts: number, seconds: number) => void;
}

/** Copies of the vectors in one block of memory: a million blocks of their own would take a fifth more. */
export function inOneBlock(vectors: readonly Vector[], dimensions: number): Vector[] {
  const block = new Float32Array(vectors.length * dimensions);
  return vectors.map((vector, i) => {
    if (!vector) return null;
    const copy = block.subarray(i * dimensions, (i + 1) * dimensions);
    copy.set(vector);
    return copy;
  });
}

/** Embeds texts remotely, using the catalog as a cache of vectors. */
export async function embedRemotely(texts: readonly string[], ports: RemotePorts): Promise<Vector[]> {
  const { embedder, catalog, signal, wanted = () => true, onEmbedded } = ports;
  const hashes = texts.map((text) => createHash("sha256").update(text).digest("hex"));
  const kept = await catalog.cachedVectors(embedder.version, hashes);
  const missing = [
    ...new Map(hashes.flatMap((hash, i) => (wanted(i) ? [[hash, texts[i]!] as const] : []))),
  ].filter(([hash, text]) => !kept.has(hash) && text.trim() !== "");
  if (missing.length > 0) {
    const started = performance.now();
    const vectors = await embedder.embedTexts(
      missing.map(([, text]) => text),
      signal,
    );
    onEmbedded?.(missing.length, (performance.now() - started) / 1_000);
    const fresh = new Map<string, Float32Array>();
    missing.forEach(([hash], i) => {
      const vector = vectors[i];
      if (vector) fresh.set(hash, vector);
    });
    await catalog.cacheVectors(embedder.version, fresh);
    for (const [hash, vector] of fresh) kept.set(hash, vector);
  }
  return hashes.map((hash) => kept.get(hash) ?? null);
}
