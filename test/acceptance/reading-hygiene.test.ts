/** What search and readers see of posts of one thread, of summaries by machines, and of languages. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSite, type TestSite } from "../../src/connectors/web/site.case.ts";
import type { ArchiveDocumentPage, ArchiveSearchResult } from "../../src/contract/api/archive.ts";
import { run, temporaryDirectories } from "./cli-harness.ts";
import { addMember, type DemoTokens } from "./harness/prepare-demo.ts";
import { Service } from "./harness/service.ts";

const directories = temporaryDirectories();
let service: Service;
let site: TestSite;
const allowed = { PRIORART_ALLOW_PRIVATE_HOSTS: "127.0.0.1" };

const forum = Array.from({ length: 4 }, (_, n) => ({
  source: "forum",
  title: `Re: Barnacle fees ${n}`,
  url: `https://forum.example.org/t/fees/${n}`,
  thread: n % 2 === 0 ? "Barnacle fees" : "Re: Barnacle fees",
  content: `Post ${n}: barnacle fees rise when the harbour is full, as ship number ${n} found.`,
}));
const notice = "We use cookies so that the lighthouse office can remember the lamps that you looked at.";
const story = (n: number) =>
  `Lamp ${n} of the lighthouse was lit in the year ${1800 + n}. `.repeat(3) +
  `Its keeper number ${n} wrote all of it down.`;
const pageOf = (n: number) =>
  `<html><head><title>Lamp ${n}</title></head><body><article><h1>Lamp ${n}</h1><p>${notice}</p><p>${story(n)}</p><h2>Letters</h2><p>Subscribe to the letters of the lighthouse, which come each month.</p></article></body></html>`;
const pages = Array.from({ length: 10 }, (_, n) => `/lamps/${n}`);
const summary = {
  source: "digests",
  title: "What was said about barnacles",
  author: "Ada",
  url: "https://digests.example.org/1",
  content: "The author argues that barnacle fees of the harbour should be paid in advance.",
};

beforeAll(async () => {
  const folder = await directories.make();
  site = await startSite(Object.fromEntries(pages.map((path, n) => [path, pageOf(n)])));
  site.pages.set("/lamps/empty", {
    body: `<title>Empty</title><article><h1>Empty</h1><p>${notice}</p></article>`,
  });
  site.pages.set("/sitemap.txt", {
    type: "text/plain",
    body: [...pages, "/lamps/empty"].map((path) => `${site.url}${path}\n`).join(""),
  });
  const data = join(folder, "data");
  const priorart = async (...args: string[]) => {
    const finished = await run([...args, "--data", data], { env: allowed });
    expect([args, finished.code, finished.stderr]).toEqual([args, 0, expect.any(String)]);
  };
  const sources = [
    { key: "digests", label: "Digests", machineSummaries: true },
    {
      key: "lamps",
      label: "Lamps",
      connector: { kind: "site", url: `${site.url}/sitemap.txt`, delaySeconds: 0 },
    },
    { key: "notes", label: "Notes", connector: { kind: "folder", path: join(folder, "notes") } },
  ];
  await mkdir(join(folder, "notes"));
  await writeFile(
    join(folder, "notes", "hafen.md"),
    "---\nthread: harbour\n---\n\n# Der Hafen\n\nDer alte Hafen war still, und niemand hatte die Boote zurückkehren sehen.\n",
  );
  await writeFile(
    join(folder, "notes", "antwort.md"),
    "---\nthread: harbour\nlang: de-AT\n---\n\n# Antwort\n\nDoch, der alte Hafen war nicht still: wir haben die Boote gesehen.\n",
  );
  await writeFile(join(folder, "sources.json"), JSON.stringify(sources));
  await writeFile(
    join(folder, "documents.jsonl"),
    [...forum, summary].map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  await priorart("import", "sources", join(folder, "sources.json"));
  await priorart("import", "archive", join(folder, "documents.jsonl"));
  await priorart("sync", "--publish");
  const demo = await addMember(data, "reader@example.org");
  service = new Service({ data, tokens: { demo } as DemoTokens }, { ...allowed, PRIORART_PUBLISH: "manual" });
  await service.start();
});
afterAll(async () => {
  await service?.dispose();
  await site?.close();
  await directories.removeAll();
});

const search = async (json: object) =>
  (await service.ask("searchArchives", { json: { maxDocsPerSource: 0, limit: 10, ...json } })).body as {
    results: ArchiveSearchResult[];
    totalFound: number;
  };

it("posts of one thread are one result, and count once in limits and caps", async () => {
  const { results, totalFound } = await search({ query: "barnacle fees harbour", sources: ["forum"] });
  expect(new Set(results.map(({ documentId }) => documentId)).size).toBe(1);
  expect(totalFound).toBe(1);
  expect(results[0]!.sameThread).toHaveLength(3);
  expect(results.length).toBeLessThanOrEqual(2);
  const capped = await search({ query: "barnacle fees harbour", maxDocsPerSource: 1, limit: 2 });
  expect(new Set(capped.results.map(({ source }) => source))).toEqual(new Set(["forum", "digests"]));
  const read = await search({ query: "Hafen Boote", sources: ["notes"] });
  expect([read.totalFound, read.results[0]!.sameThread?.length]).toEqual([1, 1]);
});

it("summaries by machines have no author, and say so", async () => {
  const { results } = await search({ query: "barnacle fees paid in advance", sources: ["digests"] });
  expect(results[0]).toMatchObject({ author: null, machineSummary: { of: "Ada" } });
  const { documentId } = results[0]!;
  const { body } = await service.ask("readDocument", { params: { documentId } });
  expect(body).toMatchObject({ author: null, machineSummary: { of: "Ada" }, language: "en" });
  const told = await run([
    "search",
    "archive",
    "barnacle advance",
    "--source",
    "digests",
    "--data",
    service.data,
  ]);
  expect(told.stdout).toContain("machine-written summary of Ada");
});

it("documents have the language that they state, else the one that they are in", async () => {
  const { results } = await search({ query: "Hafen Boote", sources: ["notes"] });
  const [shown] = results;
  const ids = [shown!.documentId, shown!.sameThread![0]!.documentId];
  const languages = [];
  for (const documentId of ids) {
    const { body } = await service.ask("readDocument", { params: { documentId } });
    languages.push((body as ArchiveDocumentPage).language);
  }
  expect(languages.sort()).toEqual(["de", "de-AT"]);
});

it("what the pages of a site repeat is left out of their texts, and of searches; a page that says nothing else keeps it", async () => {
  const texts = async () => {
    const { results } = await search({ query: "lamp lighthouse keeper", sources: ["lamps"] });
    const contents = new Map<string, string>();
    for (const { documentId, title } of results) {
      const { body } = await service.ask("readDocument", { params: { documentId } });
      contents.set(title, (body as ArchiveDocumentPage).content);
    }
    return contents;
  };
  const found = await texts();
  expect(found.get("Lamp 3")).toBe(story(3));
  expect([...found.values()].filter((text) => /cookies|Subscribe|Letters/.test(text))).toEqual([]);
  const { results } = await search({
    query: "cookies lamps looked at",
    sources: ["lamps"],
    minSimilarity: 0,
  });
  expect(results[0]!.title).toBe("Empty");
  const { body } = await service.ask("readDocument", { params: { documentId: results[0]!.documentId } });
  expect((body as ArchiveDocumentPage).content).toBe(notice);

  site.pages.set("/lamps/3", { body: pageOf(3).replace("of the lighthouse", "of the old lighthouse") });
  const read = await run(["sync", "lamps", "--publish", "--data", service.data], { env: allowed });
  expect([read.code, read.stdout]).toEqual([0, expect.stringContaining("0 new, 1 changed")]);
  await expect
    .poll(async () => (await texts()).get("Lamp 3"))
    .toBe(story(3).replace("of the lighthouse", "of the old lighthouse"));
});
