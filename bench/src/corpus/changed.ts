/** The same corpus with some documents edited, to measure a publish after small changes. */
import { writeFileSync } from "node:fs";
import type { CorpusFiles } from "./corpus-files.ts";
import { sampleLines } from "./sample.ts";

/** Writes `count` documents with a sentence added; they keep their ids and their shape. */
export async function writeChanged(
  path: string,
  corpus: CorpusFiles,
  options: { count: number; seed: number },
): Promise<number> {
  const lines = await sampleLines(corpus.archive, options.count, options.seed);
  const changed = lines.map((line) => {
    const record = JSON.parse(line) as { content: string };
    return JSON.stringify({
      ...record,
      content: `${record.content}\n\nRevision ${options.seed}: one sentence more.`,
    });
  });
  writeFileSync(path, `${changed.join("\n")}\n`);
  return changed.length;
}
