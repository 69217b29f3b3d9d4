/** A judged collection through the product: imported as an archive of one source, published, searched, judged. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ArchiveChannel, openChannels } from "../product/channels.ts";
import { runCommand } from "../product/command.ts";
import { type JudgedQuery, judgeChannels, type QualityByKind } from "../quality/judged.ts";

export interface CollectionInput {
  /** Name of the collection, a valid source key. */
  name: string;
  /** Folder with corpus.jsonl, queries.jsonl and qrels.tsv. */
  folder: string;
  data: string;
  work: string;
}

export interface CollectionResult {
  channels: Record<ArchiveChannel, QualityByKind>;
  documents: number;
}

const lines = (path: string) => readFileSync(path, "utf8").split("\n").filter(Boolean);
const idOf = (number: string) => `00000000-0000-4000-8000-${number.padStart(12, "0")}`;

export async function measureCollection(input: CollectionInput): Promise<CollectionResult> {
  const documents = lines(join(input.folder, "corpus.jsonl")).map((line) => JSON.parse(line));
  const records = documents
    .filter(({ text }) => text?.trim())
    .map(({ _id, title, text }) => ({
      documentId: idOf(_id),
      source: input.name,
      title: title?.trim() || "(no title)",
      content: text,
    }));
  rmSync(input.data, { recursive: true, force: true });
  mkdirSync(input.data, { recursive: true });
  const path = join(input.work, `${input.name}.jsonl`);
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const options = { data: input.data, limitSeconds: 300 };
  await runCommand(["import", "archive", path], options);
  await runCommand(["publish"], { ...options, tolerated: [1] });
  const product = await openChannels(input.data);
  const channels = await judgeChannels(readQueries(input.folder), product.archive);
  product.close();
  return { channels, documents: records.length };
}

function readQueries(folder: string): JudgedQuery[] {
  const grades = new Map<string, Map<string, number>>();
  for (const line of lines(join(folder, "qrels.tsv")).slice(1)) {
    const [query, document, grade] = line.split("\t") as [string, string, string];
    const judgements = grades.get(query) ?? new Map<string, number>();
    judgements.set(idOf(document), Number(grade));
    grades.set(query, judgements);
  }
  return lines(join(folder, "queries.jsonl"))
    .map((line) => JSON.parse(line) as { _id: string; text: string })
    .flatMap(({ _id, text }) => {
      const judgements = grades.get(_id);
      return judgements ? [{ query: text, judgements, kind: "question" }] : [];
    });
}
