import { expect, it } from "vitest";
import { createClient } from "./client.ts";
import { fakeFetch, json } from "./fake-fetch.case.ts";

/** A service of `total` numbered results, which keeps the requests. */
function serviceOf(total: number, maxOffset = Number.POSITIVE_INFINITY) {
  const bodies: { offset: number; limit: number; query?: string }[] = [];
  const { fetch } = fakeFetch(async (request) => {
    const body = (await request.json()) as (typeof bodies)[number];
    bodies.push(body);
    const end = body.offset + body.limit;
    const results = Array.from({ length: total }, (_, slug) => ({ slug })).slice(body.offset, end);
    return json({ results, hasMore: end < total && end <= maxOffset });
  });
  return { client: createClient({ baseUrl: "https://a.example", fetch }), bodies };
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const page of pages) list.push(page);
  return list;
}

it("pages of projects follow each other to the last, each result once", async () => {
  for (const total of [0, 1, 25, 26, 60]) {
    const { client, bodies } = serviceOf(total);
    const pages = await all(client.pages.searchProjects({ query: "q" }));
    const slugs = pages.flatMap(({ results }) => results.map(({ slug }) => slug));
    expect(slugs).toEqual(Array.from({ length: total }, (_, slug) => slug));
    expect(pages).toHaveLength(Math.max(1, Math.ceil(total / 25)));
    expect(bodies.every(({ query, limit }) => query === "q" && limit === 25)).toBe(true);
  }
});

it("begin at the request's offset, and are as large as it says", async () => {
  const { client, bodies } = serviceOf(10);
  await all(client.pages.searchProjects({ offset: 3, limit: 4 }));
  expect(bodies.map(({ offset, limit }) => [offset, limit])).toEqual([
    [3, 4],
    [7, 4],
  ]);
});

it("ask for nothing after the loop has been left", async () => {
  const { client, bodies } = serviceOf(100);
  for await (const _ of client.pages.searchProjects({})) break;
  expect(bodies).toHaveLength(1);
});

it("of the archive end at its greatest offset, as the service says", async () => {
  const { client, bodies } = serviceOf(500, 50);
  await all(client.pages.searchArchives({ query: "q" }));
  expect(bodies.map(({ offset }) => offset)).toEqual([0, 10, 20, 30, 40, 50]);
});

it("of a document follow its offsets", async () => {
  const text = "abcdefghij".repeat(5_000);
  const { fetch, asked } = fakeFetch((request) => {
    const query = new URL(request.url).searchParams;
    const offset = Number(query.get("offset"));
    const end = offset + Number(query.get("maxChars"));
    return json({ content: text.slice(offset, end), nextOffset: end < text.length ? end : null });
  });
  const client = createClient({ baseUrl: "https://a.example", fetch });
  const pages = await all(client.pages.readDocument({ documentId: "d" }));
  expect(pages.map(({ content }) => content).join("")).toBe(text);
  expect(asked).toHaveLength(3);
});
