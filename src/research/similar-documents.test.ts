import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../contract/api/operations.ts";
import { documentOf } from "../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "./archive-context.case.ts";
import { similarDocuments } from "./similar-documents.ts";

const subjects = {
  bread: "Sourdough bread needs flour, water, salt and an oven. Bakers knead the dough and let it rest. ",
  tide: "Tidal turbines turn in the current of the sea. Engineers moor them under water off the coast. ",
  vote: "Ballots of a referendum are counted in public. Observers of the election verify each tally. ",
};
type Subject = keyof typeof subjects;
const names = Object.keys(subjects) as Subject[];
/** Six documents per subject, of one to eleven passages. */
const documents = names.flatMap((subject, s) =>
  Array.from({ length: 6 }, (_, i) =>
    documentOf(s * 6 + i, {
      title: `${subject} ${i}`,
      source: i === 5 ? "closed" : "open",
      content: `${subject} number ${i}. ${subjects[subject].repeat(1 + i * 12)}`,
    }),
  ),
);
const secret = "only the hidden end says this";
documents[5] = { ...documents[5]!, content: `${documents[5]!.content} ${secret}` };

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf(async (workbench) => {
    await workbench.putSource({ key: "open" });
    await workbench.putSource({ key: "closed", access: "excerpt" });
    await workbench.put(...documents);
  });
});
afterAll(() => at.close());

async function ask(documentId: string, limit = 10) {
  const answer = await similarDocuments(at.context, { documentId, limit });
  expect(operations.similarDocuments.response.parse(answer)).toEqual(answer);
  return answer.results;
}

describe("similarDocuments", () => {
  it("lists those of the same subject first, each once, never the document itself", async () => {
    for (const [i, { documentId }] of documents.entries()) {
      const subject = names[Math.floor(i / 6)]!;
      const results = await ask(documentId);
      expect(results.slice(0, 5).map(({ title }) => title.split(" ")[0])).toEqual(Array(5).fill(subject));
      const ids = results.map((result) => result.documentId);
      expect(new Set([...ids, documentId]).size).toBe(ids.length + 1);
      const similarities = results.map(({ similarity }) => similarity);
      expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
    }
  });

  it("lists as many as asked for", async () => {
    const { documentId } = documents[0]!;
    expect(await ask(documentId, 1)).toEqual((await ask(documentId, 25)).slice(0, 1));
  });

  it("quotes the readable part of an excerpt only", async () => {
    for (const { documentId } of documents.slice(0, 5)) {
      const closed = (await ask(documentId)).find(({ source }) => source === "closed")!;
      expect(closed.snippet).not.toContain(secret);
      expect(documents[5]!.content.slice(0, 1_000)).toContain(closed.snippet.replaceAll("…", ""));
    }
  });

  it("is NOT_FOUND for an unknown document", async () => {
    await expect(ask("00000000-0000-4000-8000-00000000ffff")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("leaves out withdrawn documents, and is NOT_FOUND for one", async () => {
    const [first, second] = [documents[6]!.documentId, documents[7]!.documentId];
    at.snapshot.archive.withdraw(second);
    expect((await ask(first)).map(({ documentId }) => documentId)).not.toContain(second);
    await expect(ask(second)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
