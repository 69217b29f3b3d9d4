/** Titles and sentences of the corpus, which stand in for queries: they are about as long, and on the same subjects. */
import { projectText } from "../../corpus/projects/project-texts.ts";
import type { CatalogContent } from "../read-catalog.ts";
import { spread } from "../sample.ts";
import type { PublishRun } from "../types.ts";

export interface SentenceSampleSize {
  texts: number;
  /** Of all texts together, titles included. */
  sentences: number;
}

/** Twice the sentences take a publish twice the time of the model. */
const sampleSize: SentenceSampleSize = { texts: 2_000, sentences: 4_000 };
/** UTF-16 units of a sentence. */
const shortest = 30;
const longest = 300;
/** UTF-16 units of a text that are read. */
const readLength = 20_000;

/**
 * The title or one-liner of each text, and as many of its sentences, evenly spread, as make up the size; of more texts
 * than the size allows, some, evenly spread. The same for the same corpus.
 */
export async function sampleSentences(
  run: Pick<PublishRun, "catalog" | "signal">,
  { documents, projects }: Pick<CatalogContent, "documents" | "projects">,
  size: SentenceSampleSize = sampleSize,
): Promise<string[]> {
  const count = documents.length + projects.length;
  const kept = Math.min(count, size.texts);
  const ofDocuments = Math.round((kept * documents.length) / Math.max(1, count));
  const perText = Math.max(1, Math.floor(size.sentences / Math.max(1, kept)) - 1);
  const sentences: string[] = [];
  const add = (title: string | null | undefined, text: string) => {
    const own = spread(sentencesOf(text), perText);
    sentences.push(...(title && !own.includes(title) ? [title] : []), ...own);
  };
  const places = Array.from({ length: ofDocuments }, (_, i) =>
    Math.floor((i * documents.length) / ofDocuments),
  );
  const ids = places.map((place) => documents.id(place));
  if (ids.length > 0)
    for await (const batch of run.catalog.documents(ids)) {
      run.signal?.throwIfAborted();
      for (const { title, content } of batch) add(title, content);
    }
  for (const { record } of spread(projects, kept - ofDocuments)) add(record.oneLiner, projectText(record));
  return [...new Set(sentences)];
}

/** Those of a fitting length. */
export function sentencesOf(text: string): string[] {
  return text
    .slice(0, readLength)
    .split(/(?<=[.!?。])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= shortest && length <= longest);
}
