/** Judged collections of abstracts through archive search, if PRIORART_CORPORA names a folder with ir/NAME. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, type DemoTokens, priorart } from "../acceptance/harness/prepare-demo.ts";
import { Service } from "../acceptance/harness/service.ts";
import { isPresent, readAbstracts, readQueries } from "./judged-abstracts.ts";
import { type Judged, judge, type Quality, report } from "./ranking.ts";
import { openTextAlone } from "./text-alone.ts";

/** Minimum nDCG@10: slightly below what was last measured. */
const collections = {
  cranfield: { fused: 0.43, text: 0.377 },
  cisi: { fused: 0.43, text: 0.39 },
} as const;
type Name = keyof typeof collections;

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
      readAbstracts(name)
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
