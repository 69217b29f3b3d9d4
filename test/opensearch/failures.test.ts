/** What operators meet: clusters that are down, foreign, full, read-only, in use by others, or that lost what they held. */
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { ClusterOptions } from "../../src/archive-search/opensearch/cluster.ts";
import { type SearchArchivesResponse, searchArchivesRequestSchema } from "../../src/contract/api/archive.ts";
import { searchProjectsRequestSchema } from "../../src/contract/api/search-projects.ts";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { writeManifest } from "../../src/corpus/manifest.ts";
import {
  documentOf,
  documentsOf,
  openWorkbench,
  projectsOf,
  type Workbench,
} from "../../src/publish/workbench.case.ts";
import { openServing, type Serving } from "../../src/serving/serving.ts";
import { clusterOptions, intoCluster, nodeUrl } from "./backends.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function bench(documents = documentsOf(0, 40)): Promise<Workbench> {
  const workbench = await openWorkbench();
  closing.push(() => workbench.close());
  await workbench.put(...documents);
  await workbench.putProjects(...projectsOf(0, 10));
  return workbench;
}

async function serve({ dataDir, catalog }: Workbench, search: ClusterOptions): Promise<Serving> {
  const serving = await openServing({ dataDir, catalog, workers: 0, search });
  closing.push(() => serving.close());
  return serving;
}

async function found(serving: Serving, query: string): Promise<string[]> {
  const request = searchArchivesRequestSchema.parse({ query, minSimilarity: 0, maxDocsPerSource: 0 });
  const { results } = (await serving.execute("searchArchives", request)) as SearchArchivesResponse;
  return results.map(({ documentId }) => documentId);
}

const ask = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
  const response = await fetch(`${nodeUrl}${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Body;
};

const listening = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

/** Accepts connections and answers nothing. */
async function silentNode(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server);
}

/** An address that nothing listens at. */
async function closedPort(): Promise<string> {
  const server = createServer();
  const url = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

describe.skipIf(nodeUrl === null)("an archive in OpenSearch", () => {
  it.each([
    ["refuses connections", closedPort],
    ["does not answer", silentNode],
  ])("is unavailable within two seconds when the cluster %s; the rest is served", async (_, node) => {
    const workbench = await bench();
    const options = clusterOptions();
    await workbench.publish(intoCluster(options));
    // As a server has it.
    const serving = await serve(workbench, { ...options, nodes: [await node()], timeoutMs: 1_500 });
    const { documentId } = documentOf(1);
    for (const ask of [
      () => found(serving, "merchant fee"),
      () => serving.execute("readDocument", { documentId, offset: 0, maxChars: 500 }),
      () => serving.execute("similarDocuments", { documentId, limit: 5 }),
    ]) {
      const started = performance.now();
      await expect(ask()).rejects.toMatchObject({
        code: "ARCHIVE_UNAVAILABLE",
        status: 503,
        retryable: true,
      });
      expect(performance.now() - started).toBeLessThan(2_000);
    }
    await serving.execute("searchProjects", searchProjectsRequestSchema.parse({ query: "merchant" }));
    expect(await serving.execute("getFilters", {})).toMatchObject({ archiveSources: expect.any(Array) });
  });

  it("is found through another node when one does not answer", async () => {
    const workbench = await bench();
    const options = clusterOptions();
    await workbench.publish(intoCluster(options));
    const serving = await serve(workbench, { ...options, nodes: [await closedPort(), nodeUrl!] });
    for (let i = 0; i < 4; i++) expect(await found(serving, "merchant fee")).not.toEqual([]);
  });

  it("is unavailable, and says why, where a server has no cluster", async () => {
    const workbench = await bench();
    await workbench.publish(intoCluster(clusterOptions()));
    const { dataDir, catalog } = workbench;
    const serving = await openServing({ dataDir, catalog, workers: 0 });
    closing.push(() => serving.close());
    await expect(found(serving, "merchant")).rejects.toMatchObject({
      code: "ARCHIVE_UNAVAILABLE",
      cause: expect.stringContaining("set PRIORART_SEARCH_URL"),
    });
  });

  it("keeps in the cluster what an earlier release wrote", async () => {
    const workbench = await bench();
    const options = clusterOptions();
    await workbench.publish(intoCluster(options));
    const earlier = workbench.manifest();
    writeManifest(dataDirectory(workbench.dataDir), { ...earlier, format: 3 });
    await workbench.put(documentOf(90));
    await workbench.publish(intoCluster(options));
    const { format, archive } = workbench.manifest();
    expect(format).toBe(5);
    expect(archive.segments).toHaveLength(2);
    expect(archive.segments[0]).toEqual(earlier.archive.segments[0]);
    expect(await found(await serve(workbench, options), "merchant fee")).not.toEqual([]);
  });

  it("moves into the cluster and back with the setting", async () => {
    const workbench = await bench();
    await workbench.publish();
    const options = clusterOptions();
    expect(await workbench.publish(intoCluster(options))).toMatchObject({ changed: true });
    expect(await workbench.publish(intoCluster(options))).toMatchObject({ changed: false });
    expect(workbench.manifest()).toMatchObject({ format: 5, archive: { remote: {} } });
    const serving = await serve(workbench, options);
    const remote = await found(serving, "merchant fee");
    expect(await workbench.publish()).toMatchObject({ changed: true });
    expect(workbench.manifest()).toMatchObject({ format: 4 });
    await serving.refresh();
    expect(await found(serving, "merchant fee")).toEqual(remote);
  });

  it.each([
    [{ distribution: undefined, number: "8.11.0" }, "is not OpenSearch"],
    [{ distribution: "opensearch", number: "2.16.0" }, "is OpenSearch 2.16.0; use OpenSearch 2.17 or newer"],
    [{ distribution: "opensearch", number: "4.0.0" }, "below 4.0"],
  ])("is not published to another program or version: %o", async (version, message) => {
    const server = createHttpServer((_, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ version }));
    });
    onTestFinished(() => void server.close());
    const node = await listening(server);
    const workbench = await bench();
    await expect(workbench.publish(intoCluster(clusterOptions({ nodes: [node] })))).rejects.toThrow(message);
  });

  it("is not published over an index of others", async () => {
    const options = clusterOptions();
    const workbench = await bench();
    await workbench.publish(intoCluster(options));
    const { group } = workbench.manifest().archive.remote!;
    await ask("DELETE", `/${group}-documents`);
    await ask("PUT", `/${group}-documents`, { mappings: { properties: { terms: { type: "keyword" } } } });
    await workbench.put(documentOf(50));
    await expect(workbench.publish(intoCluster(options))).rejects.toThrow(
      "was not made by this version of Prior Art; set PRIORART_SEARCH_PREFIX",
    );
  });

  it.each([
    ["read-only", "index.blocks.write", "is read-only; remove its blocks"],
    ["on a full disk", "index.blocks.read_only_allow_delete", "a node's disk is full"],
  ])("stays as it is when an index is %s, and is published once that is over", async (_, block, message) => {
    const options = clusterOptions();
    const workbench = await bench();
    await workbench.publish(intoCluster(options));
    const { id, archive } = workbench.manifest();
    const passages = `/${archive.remote!.group}-passages/_settings`;
    await ask("PUT", passages, { [block]: true });
    await workbench.put(documentOf(50, { content: "Zeppelins carried mail." }));
    await expect(workbench.publish(intoCluster(options))).rejects.toThrow(message);
    expect(workbench.manifest().id).toBe(id);
    const serving = await serve(workbench, options);
    expect(await found(serving, "merchant fee")).not.toEqual([]);
    await ask("PUT", passages, { [block]: null });
    await workbench.publish(intoCluster(options));
    await serving.refresh();
    expect((await found(serving, "zeppelin"))[0]).toBe(documentOf(50).documentId);
  });

  it("is written again when the cluster lost part of it", async () => {
    const options = clusterOptions();
    const workbench = await bench();
    await workbench.publish(intoCluster(options));
    const { group } = workbench.manifest().archive.remote!;
    await ask("POST", `/${group}-passages/_delete_by_query?refresh=true`, {
      query: { range: { chunk: { lt: 10 } } },
    });
    expect(await workbench.publish(intoCluster(options))).toMatchObject({ changed: true });
    const { count } = await ask<{ count: number }>("GET", `/${group}-passages/_count`);
    expect(count).toBe(workbench.manifest().archive.segments[0]!.chunks);
  });

  it("shows nothing of an interrupted publish, which the next one resumes", async () => {
    const options = clusterOptions();
    const workbench = await bench(documentsOf(0, 60));
    await workbench.publish(intoCluster(options));
    const { id, archive } = workbench.manifest();
    await workbench.put(...documentsOf(60, 200));
    const stopping = new AbortController();
    let finished = 0;
    await expect(
      workbench.publish({
        ...intoCluster(options),
        segmentPassages: 60,
        signal: stopping.signal,
        onProgress: ({ step, done }) => {
          if (step === "index" && done > 0 && ++finished === 2) stopping.abort(new Error("interrupted"));
        },
      }),
    ).rejects.toThrow("interrupted");
    const serving = await serve(workbench, options);
    const held = new Set(documentsOf(0, 60).map(({ documentId }) => documentId));
    expect((await found(serving, "merchant fee settlement")).every((one) => held.has(one))).toBe(true);
    const sizes = async () => {
      const { aggregations } = await ask<{
        aggregations: { s: { buckets: { key: string; doc_count: number }[] } };
      }>("POST", `/${archive.remote!.group}-passages/_search`, {
        size: 0,
        aggs: { s: { terms: { field: "segment", size: 100 } } },
      });
      return new Map(aggregations.s.buckets.map(({ key, doc_count }) => [key, doc_count]));
    };
    expect((await sizes()).size).toBeGreaterThan(1);
    let written = 0;
    await workbench.publish({
      ...intoCluster(options),
      segmentPassages: 60,
      keep: 0,
      onProgress: ({ step, done }) => {
        if (step === "index" && done > 0) written++;
      },
    });
    const { segments } = workbench.manifest().archive;
    expect(workbench.manifest().id).not.toBe(id);
    expect(written).toBe(segments.length - finished);
    // What no snapshot needs any more is deleted.
    expect([...(await sizes())].sort()).toEqual(segments.map(({ file, chunks }) => [file, chunks]).sort());
  });

  it("of two data directories with one prefix is each its own, though both publish at once", async () => {
    const options = clusterOptions();
    const texts = (word: string) =>
      Array.from({ length: 30 }, (_, i) => documentOf(i, { content: `${word} ${documentOf(i).content}` }));
    const [one, other] = [await bench(texts("Obelisk")), await bench(texts("Pyramid"))];
    for (let round = 0; round < 2; round++) {
      await Promise.all([one, other].map((each) => each.publish({ ...intoCluster(options), keep: 0 })));
      await one.put(documentOf(100 + round));
      await other.put(documentOf(200 + round));
    }
    for (const [workbench, word, foreign] of [
      [one, "obelisk", "pyramid"],
      [other, "pyramid", "obelisk"],
    ] as const) {
      const serving = await serve(workbench, options);
      expect(await found(serving, `"${word}"`)).not.toEqual([]);
      expect(await found(serving, `"${foreign}"`)).toEqual([]);
    }
  });
});
