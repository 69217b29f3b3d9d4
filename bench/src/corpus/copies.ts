/**
 * A corpus several times over, for measurements at a size that no given corpus has. In each copy of a record three
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
  const words = await drawnWords(from.archive, ({ content }: CopiedDocument) => content);
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
  const changed = replacer(words, copy);
  for (const path of paths)
    for await (const line of linesOf(path)) yield `${copyOf(JSON.parse(line), { copy, changed })}\n`;
}

/** A record with its own id and address. */
function copyOf(
  record: CopiedDocument,
  { copy, changed }: { copy: number; changed: (text: string) => string },
): string {
  return JSON.stringify({
    ...record,
    id: uuidOf(`${copy} ${record.id}`),
    title: record.title && changed(record.title),
    url: record.url && `${record.url}#copy-${copy}`,
    content: changed(record.content),
  });
}

interface CopiedProject {
  slug: string;
  name: string;
  oneLiner?: string | null;
  description?: string | null;
  hackathon?: { slug: string; name: string } | null;
}

/** `count` projects: those of the corpus, then copies of them, which are of hackathons of their own. */
export async function copiedProjects(work: string, from: CorpusFiles, count: number): Promise<CorpusFiles> {
  const folder = join(work, "copies");
  mkdirSync(folder, { recursive: true });
  const textsOf = ({ oneLiner, description }: CopiedProject) => `${oneLiner ?? ""} ${description ?? ""}`;
  const words = await drawnWords(from.projects, textsOf);
  const path = join(folder, `projects-${count}.jsonl`);
  const lines = Readable.from(copiedProjectLines(from.projects, { count, words }));
  await pipeline(lines, createWriteStream(path));
  return { ...from, name: `${from.name}, ${count} projects`, whole: false, projects: [path], archive: [] };
}

async function* copiedProjectLines(
  paths: readonly string[],
  { count, words }: { count: number; words: readonly string[] },
): AsyncGenerator<string> {
  let made = 0;
  for (let copy = 0; made < count; copy++) {
    const changed = copy === 0 ? (text: string) => text : replacer(words, copy);
    const before = made;
    for (const path of paths)
      for await (const line of linesOf(path))
        if (made < count) {
          made++;
          yield `${projectCopyOf(JSON.parse(line), { copy, changed })}\n`;
        }
    if (made === before) throw new Error("there are no projects to copy");
  }
}

function projectCopyOf(
  record: CopiedProject,
  { copy, changed }: { copy: number; changed: (text: string) => string },
): string {
  if (copy === 0) return JSON.stringify(record);
  const { slug, name, oneLiner, description, hackathon } = record;
  return JSON.stringify({
    ...record,
    slug: `${slug}-copy-${copy}`,
    name: changed(name),
    oneLiner: oneLiner && changed(oneLiner),
    description: description && changed(description),
    hackathon: hackathon && {
      ...hackathon,
      slug: `${hackathon.slug}-${copy}`,
      name: `${hackathon.name} ${copy}`,
    },
  });
}

/** Replaces words of texts, the same way for the same seed and texts. */
function replacer(words: readonly string[], seed: number): (text: string) => string {
  const random = seededRandom(seed);
  return (text) => text.replace(word, (own) => replaced(own, words, random));
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
async function drawnWords<T>(paths: readonly string[], textOf: (record: T) => string): Promise<string[]> {
  const lines = await sampleLines(paths, 2_000, 3);
  return lines.flatMap((line) => textOf(JSON.parse(line)).match(word) ?? []);
}
