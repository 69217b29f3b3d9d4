/** Judged collections of abstracts through archive search, if PRIORART_CORPORA names a folder with ir/NAME. */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, type DemoTokens, priorart } from "../acceptance/harness/prepare-demo.ts";
import { Service } from "../acceptance/harness/service.ts";
import { type Judged, judge, type Quality, report } from "./ranking.ts";
import { openTextAlone } from "./text-alone.ts";

const { PRIORART_CORPORA: corpora } = process.env;
/** Minimum nDCG@10: slightly below what was last measured. */
const collections = {
  cranfield: { fused: 0.42, text: 0.378 },
  cisi: { fused: 0.382, text: 0.332 },
} as const;
type Name = keyof typeof collections;

const folderOf = (name: Name) => join(corpora ?? "", "ir", name);
const isPresent = (name: Name) => corpora !== undefined && existsSync(join(folderOf(name), "corpus.jsonl"));

const lines = (name: Name, file: string) =>
  readFileSync(join(folderOf(name), file), "utf8")
    .split("\n")
    .filter(Boolean);
const uuidOf = (number: string) => `00000000-0000-4000-8000-${number.padStart(12, "0")}`;

function readRecords(name: Name): object[] {
  return lines(name, "corpus.jsonl")
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ text }) => text?.trim())
    .map(({ _id, title, text }) => ({
      documentId: uuidOf(_id!),
      source: name,
      title: title?.trim() || "(no title)",
      content: text,
    }));
}

function readQueries(name: Name): Judged[] {
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

const requestOf = (query: string) => ({
  query: Array.from(query).slice(0, 500).join(""),
  limit: 10,
  maxDocsPerSource: 0,
  minSimilarity: 0,
  maxChunksPerDoc: 1,
});
const ids = ({ results }: { results: { documentId: string }[] }) =>
  results.map(({ documentId }) => documentId);

describe.each(Object.keys(collections) as Name[])("%s, nDCG@10", (name) => {
  const skipped = !isPresent(name);
  if (skipped)
    process.stderr.write(`${name} is skipped: PRIORART_CORPORA names no folder with ir/${name}.\n`);
  let service: Service;
  let queries: Judged[];
  const measured: Record<string, Quality> = {};

  beforeAll(async () => {
    if (skipped) return;
    const data = await mkdtemp(join(tmpdir(), `priorart-${name}-`));
    const file = join(data, `${name}.jsonl`);
    await writeFile(
      file,
      readRecords(name)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(""),
    );
    await priorart(data, "import", "archive", file);
    await priorart(data, "publish");
    service = new Service({
      data,
      tokens: { demo: await addMember(data, "judge@example.org") } as DemoTokens,
    });
    await service.start();
    queries = readQueries(name);
  });
  afterAll(async () => {
    report(name, measured);
    await service?.dispose();
  });

  it.skipIf(skipped)("of text and vectors, over HTTP, is as good as before", async () => {
    const { all } = await judge(queries, async (query) =>
      ids(await service.searchArchives(requestOf(query))),
    );
    measured.fused = all!;
    expect(all!.queries).toBeGreaterThan(70);
    expect(all!.ndcg).toBeGreaterThanOrEqual(collections[name].fused);
  });

  it.skipIf(skipped)("of text alone is as good as before", async () => {
    const text = openTextAlone(service.data);
    try {
      const { all } = await judge(queries, async (query) => ids(await text.searchArchives(requestOf(query))));
      measured.text = all!;
      expect(all!.ndcg).toBeGreaterThanOrEqual(collections[name].text);
    } finally {
      text.close();
    }
  });
});
