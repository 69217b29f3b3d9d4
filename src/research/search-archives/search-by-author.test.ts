import { afterAll, beforeAll, expect, it } from "vitest";
import { searchArchivesRequestSchema } from "../../contract/api/archive.ts";
import { documentOf, documentsOf } from "../../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "../archive-context.case.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { searchArchives } from "./search-archives.ts";

const gardens = documentOf(202, {
  source: "essays",
  author: "Wilhelmina Quartermain",
  title: "On gardens",
  content: "Gardens need patience and compost.",
});
const compost = documentOf(205, {
  source: "essays",
  title: "On compost",
  content: "Compost feeds gardens, and gardens need patience. Ask Wilhelmina Quartermain.",
});
/** By the same name, but not her text. */
const summary = documentOf(206, {
  source: "essays",
  author: "Wilhelmina Quartermain",
  title: "Summary of compost",
  content: "Compost, in a nutshell.",
  machineSummary: true,
});

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf((workbench) => workbench.put(...documentsOf(0, 60), gardens, compost, summary));
});
afterAll(() => at.close());

const search = (query: string, context: ArchiveContext = at.context) =>
  searchArchives(context, searchArchivesRequestSchema.parse({ query, minSimilarity: 0, explain: true }));

const withoutVectors = (): ArchiveContext => ({
  ...at.context,
  embedQuery: () => Promise.reject(new Error("down")),
});

it.each(["Quartermain on compost", "compost by Wilhelmina Quartermain"])(
  "what an author wrote on a subject comes first, with vectors and without: %s",
  async (query) => {
    expect((await search("compost")).results[0]!.documentId).not.toBe(gardens.documentId);
    for (const context of [at.context, withoutVectors()]) {
      const { results } = await search(query, context);
      expect(results[0]!.documentId).toBe(gardens.documentId);
      const { channels, terms } = results[0]!.explanation!;
      expect(channels.filter(({ name }) => name === "author")).toMatchObject([
        { score: 1, rank: 1, weight: 4, contribution: 4 },
      ]);
      expect(terms).toEqual(["compost"]);
    }
  },
);

it("a name without a word such as by or on adds less, and stays a part of the query", async () => {
  const { results } = await search("gardens wilhelmina quartermain");
  const own = results.find(({ documentId }) => documentId === gardens.documentId)!;
  expect(own.explanation!.channels).toContainEqual(
    expect.objectContaining({ name: "author", score: 0.25, contribution: 1 }),
  );
  const other = results.find(({ documentId }) => documentId === compost.documentId)!;
  expect(other.explanation!.terms.map((term) => term.toLowerCase())).toContain("quartermain");
});

it("summaries by machines are not by the author whose text they summarise", async () => {
  const { results } = await search("Quartermain on compost");
  const machine = results.find(({ documentId }) => documentId === summary.documentId)!;
  expect(machine.explanation!.channels).toContainEqual(
    expect.objectContaining({ name: "author", score: 0, contribution: 0 }),
  );
});

it("an expansion of the subject is shown within the query, or alone where the name divides it", async () => {
  expect(await search("Quartermain on compost")).not.toHaveProperty("queryExpanded");
  expect((await search("Quartermain on compsot")).queryExpanded).toBe("Quartermain on compost");
  expect((await search("patience by Quartermain, compsot")).queryExpanded).toBe("patience , compost");
});
