/** Cranfield through the product: imported as an archive of one source, published, searched, judged. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../product/command.ts";
import { openInProcess } from "../product/research.ts";
import { openTextAlone } from "../product/text-alone.ts";
import { type JudgedQuery, judge, type Quality } from "../quality/judged.ts";

export interface CranfieldInput {
  /** Folder with corpus.jsonl, queries.jsonl and qrels.tsv. */
  folder: string;
  data: string;
  work: string;
}

export interface CranfieldResult {
  text: Quality;
  fused: Quality;
  documents: number;
}

const lines = (path: string) => readFileSync(path, "utf8").split("\n").filter(Boolean);

export async function measureCranfield(input: CranfieldInput): Promise<CranfieldResult> {
  const idOf = (number: string) => `00000000-0000-4000-8000-${number.padStart(12, "0")}`;
  const documents = lines(join(input.folder, "corpus.jsonl")).map((line) => JSON.parse(line));
  const records = documents.map(({ _id, title, text }) => ({
    documentId: idOf(_id),
    source: "cranfield",
    title: title?.trim() || "(no title)",
    content: text,
  }));
  rmSync(input.data, { recursive: true, force: true });
  mkdirSync(input.data, { recursive: true });
  const path = join(input.work, "cranfield.jsonl");
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const options = { data: input.data, limitSeconds: 300 };
  await runCommand(["import", "archive", path], options);
  await runCommand(["publish"], { ...options, tolerated: [1] });
  const queries = readQueries(input.folder, idOf);
  const request = (query: string) => ({
    // The API accepts 500 characters.
    query: Array.from(query).slice(0, 500).join(""),
    limit: 10,
    maxDocsPerSource: 0,
    minSimilarity: 0,
    maxChunksPerDoc: 1,
  });
  const ids = ({ results }: { results: { documentId: string }[] }) => results.map((hit) => hit.documentId);
  const fused = await openInProcess(input.data);
  const text = await openTextAlone(input.data);
  const result = {
    fused: await judge(queries, async (query) => ids(await fused.searchArchives(request(query)))),
    text: await judge(queries, async (query) => ids(await text.searchArchives(request(query)))),
    documents: documents.length,
  };
  text.close();
  await fused.close();
  return result;
}

function readQueries(folder: string, idOf: (number: string) => string): JudgedQuery[] {
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
      return judgements ? [{ query: text, judgements }] : [];
    });
}
