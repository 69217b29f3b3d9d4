/** Judged collections of abstracts, in folders ir/NAME of what PRIORART_CORPORA names. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Judged } from "./ranking.ts";

const { PRIORART_CORPORA: corpora } = process.env;

export interface Abstract {
  documentId: string;
  source: string;
  title: string;
  content: string;
}

const folderOf = (name: string) => join(corpora ?? "", "ir", name);
export const isPresent = (name: string) =>
  corpora !== undefined && existsSync(join(folderOf(name), "corpus.jsonl"));

const lines = (name: string, file: string) =>
  readFileSync(join(folderOf(name), file), "utf8")
    .split("\n")
    .filter(Boolean);
const uuidOf = (number: string) => `00000000-0000-4000-8000-${number.padStart(12, "0")}`;

export function readAbstracts(name: string): Abstract[] {
  return lines(name, "corpus.jsonl")
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ text }) => text?.trim())
    .map(({ _id, title, text }) => ({
      documentId: uuidOf(_id!),
      source: name,
      title: title?.trim() || "(no title)",
      content: text!,
    }));
}

export function readQueries(name: string): Judged[] {
  const judgements = new Map<string, Record<string, number>>();
  for (const line of lines(name, "qrels.tsv").slice(1)) {
    const [query, document, grade] = line.split("\t") as [string, string, string];
    judgements.set(query, { ...judgements.get(query), [uuidOf(document)]: Number(grade) });
  }
  return lines(name, "queries.jsonl")
    .map((line) => JSON.parse(line) as { _id: string; text: string })
    .filter(({ _id }) => judgements.has(_id))
    .map(({ _id, text }) => ({ id: _id, query: text, kind: "question", judgements: judgements.get(_id)! }));
}
