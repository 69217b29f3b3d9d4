/**
 * Sample: reads documents spread evenly over those to build, for what all segments have in common: average lengths and
 * the texts that the embedder is fitted to. Its size bounds the memory of a publish.
 */
import {
  type ArchiveParameters,
  authorWeight,
  passageShape,
  titleWeight,
  wholeShape,
} from "../corpus/archive/archive-layout.ts";
import { DocumentTerms } from "../corpus/archive/document-terms.ts";
import type { SegmentProject } from "../corpus/projects/project-input.ts";
import { projectText } from "../corpus/projects/project-texts.ts";
import type { TokenCorpus } from "../embed/fitted/token-corpus.ts";
import { TermInterner } from "../search/analysis/term-interner.ts";
import { WordCounts } from "../search/analysis/word-counts.ts";
import { GrowableUint32 } from "../search/growable-uint32.ts";
import type { AnalysisThreads } from "./analysis/analysis-threads.ts";
import type { DocumentList } from "./document-list.ts";
import { DocumentStream, type StreamedDocument } from "./document-stream.ts";
import type { PublishRun } from "./types.ts";

export interface SampleSize {
  documents: number;
  /** Passages whose texts are kept, over all documents: of longer ones fewer than they have. */
  passages: number;
  projects: number;
}

/** Documents between two reports of progress. */
const reportEvery = 256;
/** At most: documents whose words are counted, beside those of the sampled projects. */
const countedDocuments = 10_000;

/** About 300 MB of terms. Half as many cost searches for known items about a hundredth of their MRR@10. */
const sampleSize: SampleSize = { documents: 50_000, passages: 350_000, projects: 100_000 };

export interface ArchiveSample {
  parameters: ArchiveParameters;
  passagesPerDocument: number;
  /** Passages with their titles, then projects. */
  corpus: TokenCorpus;
}

export async function sampleCorpus(
  run: PublishRun,
  from: {
    content: { projects: readonly SegmentProject[]; documents: DocumentList };
    build: Uint32Array;
    threads?: AnalysisThreads | null;
  },
  size: SampleSize = sampleSize,
): Promise<ArchiveSample> {
  const { threads = null } = from;
  const { projects, documents } = from.content;
  const ids = spread(from.build, size.documents).map((place) => documents.id(place));
  const texts = new SampledTexts();
  const perDocument = Math.max(1, Math.floor(size.passages / Math.max(1, ids.length)));
  const countEvery = Math.max(1, Math.ceil(ids.length / countedDocuments));
  let done = 0;
  const stream = new DocumentStream(run, run.catalog.documents(ids), threads);
  for (;;) {
    const next = await stream.next(texts.interner);
    if (next === null) break;
    texts.addDocument(next, perDocument);
    if (done % countEvery === 0) texts.countWords(`${next.document.title}\n${next.document.content}`);
    if (++done % reportEvery === 0 || done === ids.length) run.report("sample", done, ids.length);
  }
  for (const { record } of spread(projects, size.projects)) texts.addProject(projectText(record));
  return {
    parameters: texts.parameters(),
    passagesPerDocument: texts.passagesPerDocument(),
    corpus: texts.corpus(),
  };
}

/** At most `size` of the items, evenly spread, in their order. */
export function spread<T>(items: ArrayLike<T>, size: number): T[] {
  const count = Math.min(size, items.length);
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}

class SampledTexts {
  readonly interner = new TermInterner();
  readonly #terms = new DocumentTerms(this.interner);
  readonly #tokens = new GrowableUint32(1 << 16);
  readonly #ends = new GrowableUint32(1 << 10);
  readonly #words = new WordCounts();
  #projects = 0;
  readonly #passages = { count: 0, length: 0 };
  readonly #wholes = { count: 0, length: 0 };

  addDocument({ document, chunks, terms }: StreamedDocument, passages: number): void {
    if (terms) this.#terms.take(terms);
    else this.#terms.read(document);
    const { title, author, content } = this.#terms;
    this.#wholes.count++;
    this.#wholes.length += title.length * titleWeight.wholes + author.length * authorWeight + content.length;
    const kept = new Set(spread(chunks, passages));
    for (const one of chunks) {
      const body = this.#terms.ofChunk(one);
      this.#passages.count++;
      this.#passages.length += title.length * titleWeight.passages + body.length;
      if (kept.has(one)) this.#keep(title, body);
    }
  }

  countWords(text: string): void {
    this.#words.add(text);
  }

  addProject(text: string): void {
    this.#projects++;
    this.#words.add(text);
    this.interner.intern(text, this.#tokens);
    this.#ends.push(this.#tokens.length);
  }

  parameters(): ArchiveParameters {
    return {
      passages: { ...passageShape, averageLength: mean(this.#passages) },
      wholes: { ...wholeShape, averageLength: mean(this.#wholes) },
    };
  }

  passagesPerDocument(): number {
    return this.#passages.count / Math.max(1, this.#wholes.count);
  }

  corpus(): TokenCorpus {
    const { terms, forms } = this.interner;
    const words = this.#words.counts();
    const [tokens, ends] = [this.#tokens.view(), this.#ends.view()];
    return { terms, forms, words, tokens, ends, projects: this.#projects };
  }

  #keep(...fields: readonly Uint32Array[]): void {
    for (const terms of fields) for (const term of terms) this.#tokens.push(term);
    this.#ends.push(this.#tokens.length);
  }
}

/** 1 where there is nothing to divide. */
const mean = ({ count, length }: { count: number; length: number }) => (length > 0 ? length / count : 1);
