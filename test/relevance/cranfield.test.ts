/** Cranfield 1400 through archive search, if PRIORART_CORPORA names a folder with ir/cranfield. */
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
const folder = corpora === undefined ? null : join(corpora, "ir", "cranfield");
const present = folder !== null && existsSync(join(folder, "corpus.jsonl"));
if (!present)
  process.stderr.write("Cranfield is skipped: PRIORART_CORPORA names no folder with ir/cranfield.\n");

const lines = (name: string) => readFileSync(join(folder!, name), "utf8").split("\n").filter(Boolean);
const uuidOf = (number: string) => `00000000-0000-4000-8000-${number.padStart(12, "0")}`;

function readRecords(): object[] {
  return lines("corpus.jsonl").map((line) => {
    const { _id, title, text } = JSON.parse(line) as Record<string, string>;
    return {
      documentId: uuidOf(_id!),
      source: "cranfield",
      title: title?.trim() || "(no title)",
      content: text,
    };
  });
}

function readQueries(): Judged[] {
  const judgements = new Map<string, Record<string, number>>();
  for (const line of lines("qrels.tsv").slice(1)) {
    const [query, document, grade] = line.split("\t") as [string, string, string];
    judgements.set(query, { ...judgements.get(query), [uuidOf(document)]: Number(grade) });
  }
  return lines("queries.jsonl")
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

describe.skipIf(!present)("Cranfield, nDCG@10", () => {
  let service: Service;
  let queries: Judged[];
  const measured: Record<string, Quality> = {};

  beforeAll(async () => {
    const data = await mkdtemp(join(tmpdir(), "priorart-cranfield-"));
    const file = join(data, "cranfield.jsonl");
    await writeFile(
      file,
      readRecords()
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
    queries = readQueries();
  });
  afterAll(async () => {
    report("Cranfield", measured);
    await service?.dispose();
  });

  it("of text and vectors, over HTTP, is 0.42 or more", async () => {
    const { all } = await judge(queries, async (query) =>
      ids(await service.searchArchives(requestOf(query))),
    );
    measured.fused = all!;
    expect(all!.queries).toBeGreaterThan(150);
    expect(all!.ndcg).toBeGreaterThanOrEqual(0.42);
  });

  it("of text alone is 0.38 or more", async () => {
    const text = openTextAlone(service.data);
    try {
      const { all } = await judge(queries, async (query) => ids(await text.searchArchives(requestOf(query))));
      measured.text = all!;
      expect(all!.ndcg).toBeGreaterThanOrEqual(0.38);
    } finally {
      text.close();
    }
  });
});
