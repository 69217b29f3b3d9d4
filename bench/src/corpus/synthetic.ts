/** A seeded corpus of any size, as native import records in files. The same size and seed give the same bytes. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { CorpusFiles } from "./corpus.ts";
import { SyntheticText } from "./synthetic-text.ts";
import { wordOf } from "./zipf.ts";

const seed = 20_261_121;
/** Changes whenever the generator would write something else. */
const generatorVersion = 1;
const hackathonCount = 18;
const tracksPerHackathon = 8;
const sourceCount = 24;
const perWrite = 500;

/** Writes the corpus below `folder`, unless it is there. */
export function syntheticCorpus(folder: string, size: { documents: number; projects: number }): CorpusFiles {
  const name = `synthetic-v${generatorVersion}-${size.documents}-${size.projects}`;
  const path = join(folder, name);
  const files = { projects: join(path, "projects.jsonl"), archive: join(path, "archive.jsonl") };
  if (!existsSync(path)) {
    const partial = `${path}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    writeLines(join(partial, "projects.jsonl"), size.projects, project);
    writeLines(join(partial, "archive.jsonl"), size.documents, document);
    renameSync(partial, path);
  }
  return {
    name: `synthetic: ${size.documents} documents, ${size.projects} projects, Zipfian vocabulary, seed ${seed}`,
    whole: true,
    projects: size.projects > 0 ? [files.projects] : [],
    archive: size.documents > 0 ? [files.archive] : [],
    projectsMap: null,
    archiveMap: null,
  };
}

function writeLines(path: string, count: number, make: (number: number) => object): void {
  const handle = openSync(path, "w");
  for (let from = 0; from < count; from += perWrite) {
    const length = Math.min(perWrite, count - from);
    const lines = Array.from({ length }, (_, i) => `${JSON.stringify(make(from + i))}\n`);
    writeSync(handle, lines.join(""));
  }
  closeSync(handle);
}

/** A version 5 UUID, so that documents keep their ids. */
function uuid(name: string): string {
  const hash = createHash("sha1").update(`${seed}:${name}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}

function document(number: number): object {
  const text = new SyntheticText(seed + number);
  const source = `source-${Math.floor(text.random() ** 1.7 * sourceCount)}`;
  const day = Math.floor(text.random() * 9_000);
  return {
    documentId: uuid(`document-${number}`),
    source,
    title: text.title(),
    author: `${wordOf(Math.floor(text.random() * 3_000))} ${wordOf(Math.floor(text.random() * 3_000))}`,
    url: `https://${source}.example.org/${number}`,
    publishedAt: new Date(Date.UTC(2000, 0, 1 + day)).toISOString().slice(0, 10),
    content: text.prose(Math.min(60_000, Math.max(200, text.length(2_200, 0.9)))),
  };
}

function project(number: number): object {
  const text = new SyntheticText(seed + 500_000_000 + number);
  const hackathon = Math.floor(text.random() * hackathonCount);
  const some = (most: number, prefix: string, of: number) =>
    Array.from(
      { length: 1 + Math.floor(text.random() * most) },
      () => `${prefix} ${wordOf(Math.floor(text.random() ** 2 * of))}`,
    );
  const wins = text.random() < 0.06;
  return {
    slug: `project-${number}`,
    name: text.title().split(" ").slice(0, 2).join(" "),
    oneLiner: text.sentence(),
    description: text.prose(Math.min(8_000, Math.max(80, text.length(900, 0.8)))),
    hackathon: {
      slug: `event-${hackathon}`,
      name: `Event ${hackathon}`,
      startDate: `${2018 + Math.floor(hackathon / 3)}-0${1 + (hackathon % 3) * 4}-01`,
    },
    tracks: [...new Set(some(2, "Track", tracksPerHackathon))],
    ...(wins
      ? { prize: { type: "TRACK_PRIZE", placement: 1 + (number % 3), amount: 1_000 * (number % 9) } }
      : {}),
    tags: {
      problemTags: some(3, "problem", 300),
      solutionTags: some(3, "solution", 300),
      primitives: some(3, "primitive", 150),
      techStack: some(5, "tool", 400),
      targetUsers: some(2, "user", 80),
    },
    team: { count: 1 + Math.floor(text.random() * 5) },
    createdAt: `20${18 + Math.floor(hackathon / 3)}-01-15`,
  };
}
