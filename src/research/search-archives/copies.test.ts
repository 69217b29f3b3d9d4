import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchArchivesRequestSchema, searchArchivesResponseSchema } from "../../contract/api/archive.ts";
import { documentOf, documentsOf, openWorkbench } from "../../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "../archive-context.case.ts";
import { similarDocuments } from "../similar-documents.ts";
import { searchArchives } from "./search-archives.ts";

const letter = documentOf(300, {
  source: "letters",
  title: "A manifesto",
  content: Array.from({ length: 120 }, (_, i) => `Obelisk sentence ${i} stands alone.`).join(" "),
});
const copyOf = (number: number, source: string, change: (content: string) => string = (same) => same) =>
  documentOf(number, { source, title: `Fwd: copy ${number}`, content: change(letter.content) });
const posted = copyOf(301, "list", (content) => `Hello, this is worth reading. ${content}`);
const quoted = copyOf(302, "forum", (content) => content.slice(0, content.length / 3).repeat(1));
const again = copyOf(303, "letters");

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf(async (workbench) => {
    await workbench.put(...documentsOf(0, 30), letter);
    await workbench.publish();
    // In a segment of their own.
    await workbench.put(posted, quoted, again);
  });
});
afterAll(() => at.close());

async function search(fields: object) {
  const request = searchArchivesRequestSchema.parse({ limit: 10, maxDocsPerSource: 0, ...fields });
  return searchArchivesResponseSchema.parse(await searchArchives(at.context, request));
}

describe("documents of several sources with nearly the same text", () => {
  it("are one result, which names the others", async () => {
    for (const intent of ["docs", "ideation"]) {
      const { results } = await search({ query: "manifesto obelisk sentence", intent });
      const shown = [...new Set(results.map(({ documentId }) => documentId))];
      const copies = shown.filter((id) =>
        [letter, posted, again].some(({ documentId }) => documentId === id),
      );
      // Within one source nothing is hidden.
      expect(copies).not.toContain(posted.documentId);
      expect(copies).toHaveLength(2);
      for (const result of results.filter(({ source }) => source === "letters"))
        expect(result.alsoIn).toEqual([
          { documentId: posted.documentId, title: posted.title, source: "list", url: posted.url },
        ]);
      expect(results.find(({ documentId }) => documentId === quoted.documentId)?.alsoIn).toBeUndefined();
    }
  });

  it("are one of the documents that are similar to another, which names the others", async () => {
    const { results } = await similarDocuments(at.context, { documentId: quoted.documentId, limit: 40 });
    const shown = results.map(({ documentId }) => documentId);
    const [first] = shown.filter((id) => [letter, posted, again].some(({ documentId }) => documentId === id));
    const named = results.find(({ documentId }) => documentId === first)!.alsoIn!;
    for (const { documentId } of named) expect(shown).not.toContain(documentId);
  });

  it("are found by their own title, and where only their source is searched", async () => {
    const byTitle = await search({ query: posted.title });
    expect(byTitle.results[0]).toMatchObject({ documentId: posted.documentId });
    expect(byTitle.results[0]!.alsoIn!.map(({ source }) => source)).toEqual(["letters", "letters"]);
    const { results } = await search({ query: "obelisk sentence", sources: ["list"] });
    expect(results[0]).toMatchObject({ documentId: posted.documentId });
  });

  it("stand alone when the others are withdrawn", async () => {
    const own = await archiveOf((workbench) => workbench.put(...documentsOf(0, 30), letter, posted));
    try {
      own.snapshot.archive.withdraw(letter.documentId);
      const request = searchArchivesRequestSchema.parse({ query: "obelisk sentence" });
      const { results } = await searchArchives(own.context, request);
      expect(results[0]).toMatchObject({ documentId: posted.documentId });
      expect(results[0]!.alsoIn).toBeUndefined();
    } finally {
      await own.close();
    }
  });
});

it("a document has at most ten of them", async () => {
  const workbench = await openWorkbench();
  try {
    await workbench.put(...Array.from({ length: 14 }, (_, i) => copyOf(400 + i, `source-${i}`)));
    await workbench.publish();
    const pairs = workbench.manifest().archive.duplicates!;
    for (let document = 0; document < 14; document++)
      expect(pairs.filter((pair) => pair.includes(document)).length).toBeLessThanOrEqual(10);
    expect(pairs.length).toBeGreaterThan(50);
  } finally {
    await workbench.close();
  }
});
