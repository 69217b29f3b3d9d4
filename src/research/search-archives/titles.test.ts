import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchArchivesRequestSchema } from "../../contract/api/archive.ts";
import { documentOf, documentsOf } from "../../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "../archive-context.case.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { searchArchives } from "./search-archives.ts";

const source = "notes";
const standard = documentOf(200, { source, title: "ERC-7210: Signals at sea", content: "Foghorns." });
const cites = documentOf(201, {
  source,
  title: "Foghorns",
  content: "EIP-7210, EIP 7210 and 7210 once more: signals at sea follow EIP-7210.",
});
const headed = documentOf(202, {
  source,
  title: "Gulls over 🌊 breakwaters",
  content: "# Gulls over 🌊 breakwaters\n\nGulls rest there.",
});

const essay = documentOf(203, {
  source,
  author: "Ada Quill",
  title: "Keeping storm petrels",
  content: "They nest in burrows.",
});
const another = documentOf(204, {
  source,
  author: "Ada Quill",
  title: "An essay on essays",
  content: `Ada Quill's essay: ${"Keeping storm petrels is what an essay by Ada Quill is about. ".repeat(5)}`,
});

const plovers = ["Plovers", "Plovers and me", "The plovers", "On plovers"].map((title, i) =>
  documentOf(210 + i, { source, title, content: i === 0 ? "Plovers. ".repeat(9) : "Birds." }),
);
const signed = ["Sandpipers -wading birds", '"Sandpipers" --- a "quoted" bird'].map((title, i) =>
  documentOf(220 + i, { source, title, content: "They run along the tide." }),
);

const cash = documentOf(230, {
  source,
  title: "Bitcoin: A Peer-to-Peer Electronic Cash System",
  content: "Coins are chains of signatures.",
});
const papers = documentOf(231, {
  source,
  title: "Whitepapers",
  content: "Every bitcoin whitepaper, a white paper. ".repeat(9),
});

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf((workbench) =>
    workbench.put(
      ...documentsOf(0, 40),
      standard,
      cites,
      headed,
      essay,
      another,
      ...plovers,
      ...signed,
      cash,
      papers,
    ),
  );
});
afterAll(() => at.close());

const search = async (fields: object, context: ArchiveContext = at.context) =>
  (await searchArchives(context, searchArchivesRequestSchema.parse(fields))).results;

describe("a document named by its number", () => {
  it.each(["EIP-7210", "erc 7210", "7210", "EIP-7210 signals", "signals 7210", "7210 at sea"])(
    "comes first: %s",
    async (query) => {
      const withoutVectors = { ...at.context, embedQuery: () => Promise.reject(new Error("down")) };
      for (const context of [at.context, withoutVectors])
        expect((await search({ query }, context))[0]!.documentId).toBe(standard.documentId);
    },
  );
});

it("a number beside words that its document's title is not about names none", async () => {
  for (const query of ["foghorns 7210", "7210 foghorns"])
    expect((await search({ query }))[0]!.documentId).toBe(cites.documentId);
});

it.each(["Ada Quill essay keeping storm petrels", "essay by Ada Quill about keeping storm petrels"])(
  "a document named beside its author and a word for its form comes first: %s",
  async (query) => {
    expect((await search({ query }))[0]!.documentId).toBe(essay.documentId);
  },
);

it("of documents with the same title but for stop words, the one that is meant comes first, beyond the cap", async () => {
  for (const { title, documentId } of plovers) {
    const [first] = await search({ query: title.toUpperCase(), maxDocsPerSource: 1 });
    expect([title, first!.documentId]).toEqual([title, documentId]);
  }
});

it("a title with a hyphen before a word, or in quotation marks, is no query with operators", async () => {
  for (const { title, documentId } of signed) {
    const [first] = await search({ query: ` ${title.toLowerCase()}` });
    expect(first!.documentId).toBe(documentId);
  }
  const without = await search({ query: "sandpipers -wading" });
  expect(without.map(({ documentId }) => documentId)).not.toContain(signed[0]!.documentId);
});

it.each(["bitcoin whitepaper", "what is the Bitcoin white paper?"])(
  "a document whose title the taxonomy gives for the query comes first: %s",
  async (query) => {
    expect((await search({ query }))[0]!.documentId).toBe(cash.documentId);
  },
);

it("snippets leave out the title with which a passage begins, and explanations say where the rest stands", async () => {
  const [first] = await search({ query: "gulls over breakwaters", explain: true });
  expect(first).toMatchObject({ documentId: headed.documentId, snippet: "Gulls rest there." });
  const { start, end } = first!.explanation!.passage!;
  expect([...headed.content].slice(start, end).join("")).toBe("Gulls rest there.");
});
