/**
 * A corpus several times over, for measurements at a size that no given corpus has. In each copy of a document three
 * words in ten are replaced, mostly by words drawn from the corpus, a few by new ones, so that postings, dictionary and
 * vectors grow as those of real text do.
 */
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { seededRandom } from "../measure/random.ts";
import type { CorpusFiles } from "./corpus-files.ts";
import { linesOf, sampleLines } from "./sample.ts";

const replacedShare = 0.3;
/** Of the replaced words. */
const newShare = 0.02;
const word = /[A-Za-z]{3,}/g;

interface CopiedDocument {
  id: string;
  title: string | null;
  url: string | null;
  content: string;
}

/** `copies` times the documents of the corpus, itself included. */
export async function copiedCorpus(work: string, from: CorpusFiles, copies: number): Promise<CorpusFiles> {
  const folder = join(work, "copies");
  mkdirSync(folder, { recursive: true });
  const words = await drawnWords(from.archive);
  const archive = [...from.archive];
  for (let copy = 1; copy < copies; copy++) {
    const path = join(folder, `archive-copy-${copy}.jsonl`);
    const lines = Readable.from(copiedLines(from.archive, { copy, words }));
    await pipeline(lines, createWriteStream(path));
    archive.push(path);
  }
  return { ...from, name: `${from.name}, documents ${copies} times`, whole: false, archive };
}

async function* copiedLines(
  paths: readonly string[],
  { copy, words }: { copy: number; words: readonly string[] },
): AsyncGenerator<string> {
  const random = seededRandom(copy);
  for (const path of paths)
    for await (const line of linesOf(path)) yield `${copyOf(JSON.parse(line), { copy, words, random })}\n`;
}

/** A record with its own id and address. */
function copyOf(
  record: CopiedDocument,
  { copy, words, random }: { copy: number; words: readonly string[]; random: () => number },
): string {
  const changed = (text: string) => text.replace(word, (own) => replaced(own, words, random));
  return JSON.stringify({
    ...record,
    id: uuidOf(`${copy} ${record.id}`),
    title: record.title && changed(record.title),
    url: record.url && `${record.url}#copy-${copy}`,
    content: changed(record.content),
  });
}

function replaced(own: string, words: readonly string[], random: () => number): string {
  const chance = random();
  if (chance >= replacedShare) return own;
  const drawn = words[Math.floor(random() * words.length)]!;
  if (chance >= replacedShare * newShare) return drawn;
  return `${drawn}${Math.floor(random() * 36 ** 3).toString(36)}`;
}

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** Words as often as the corpus has them. */
async function drawnWords(paths: readonly string[]): Promise<string[]> {
  const lines = await sampleLines(paths, 2_000, 3);
  return lines.flatMap((line) => (JSON.parse(line) as CopiedDocument).content.match(word) ?? []);
}
