/** A part of a corpus, for trials: a seeded choice of its lines, kept in their own shape. */
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { seededRandom } from "../measure/random.ts";
import type { CorpusFiles, CorpusSize } from "./corpus-files.ts";

/** The lines of a JSON Lines file, plain or .gz. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const input = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.trim() !== "") yield line;
}

/** `count` lines out of all the files, each line as likely as any other; in their order. */
export async function sampleLines(paths: readonly string[], count: number, seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const kept: { at: number; line: string }[] = [];
  let at = 0;
  for (const path of paths)
    for await (const line of linesOf(path)) {
      if (kept.length < count) kept.push({ at, line });
      else {
        const place = Math.floor(random() * (at + 1));
        if (place < count) kept[place] = { at, line };
      }
      at++;
    }
  return kept.sort((x, y) => x.at - y.at).map(({ line }) => line);
}

export async function sampleCorpus(work: string, from: CorpusFiles, size: CorpusSize): Promise<CorpusFiles> {
  const folder = join(work, "sample");
  mkdirSync(folder, { recursive: true });
  const take = async (name: "projects" | "archive", count: number | null) => {
    if (count === null || from[name].length === 0) return from[name];
    if (count === 0) return [];
    const path = join(folder, `${name}-${count}.jsonl`);
    writeFileSync(path, `${(await sampleLines(from[name], count, 7)).join("\n")}\n`);
    return [path];
  };
  return {
    ...from,
    name: `a sample of ${from.name} (documents: ${size.documents ?? "all"}, projects: ${size.projects ?? "all"})`,
    whole: false,
    projects: await take("projects", size.projects),
    archive: await take("archive", size.documents),
  };
}
