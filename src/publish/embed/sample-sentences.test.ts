import { beforeEach, expect, it } from "vitest";
import { projectRecordSchema } from "../../contract/records/project-record.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import { DocumentList } from "../document-list.ts";
import { documentOf, openWorkbench, type Workbench } from "../workbench.case.ts";
import { sampleSentences } from "./sample-sentences.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
  return () => at.close();
});

const sentence = (document: number, number: number) =>
  `The sentence ${number} of document ${document} is long enough.`;

/** Document `number` has twelve sentences, one of them too short and one too long. */
const written = (number: number) =>
  documentOf(number, {
    title: `Title ${number}`,
    content: [
      ...Array.from({ length: 10 }, (_, i) => sentence(number, i)),
      "Too short.",
      `${"A sentence without an end ".repeat(20)}.`,
    ].join(" "),
  });

async function sample(
  documents: number,
  size: { texts: number; sentences: number },
  projects: object[] = [],
) {
  const all = Array.from({ length: documents }, (_, i) => written(i));
  if (documents > 0) await at.put(...all);
  const listed = new DocumentList();
  for (const { documentId } of all) listed.add({ documentId, contentHash: "0".repeat(64) });
  const content = {
    documents: listed,
    projects: projects.map((fields) => ({
      record: projectRecordSchema.parse({ name: "Nameless", slug: "nameless", ...fields }),
    })) as unknown as SegmentProject[],
  };
  const run = { catalog: at.catalog, signal: undefined };
  return sampleSentences(run, content as never, size);
}

it("takes titles, and more sentences of each text the fewer texts there are", async () => {
  const sentences = await sample(2, { texts: 10, sentences: 12 });
  expect(sentences.sort()).toEqual(
    [0, 1]
      .flatMap((number) => [...[0, 2, 4, 6, 8].map((i) => sentence(number, i)), `Title ${number}`])
      .sort(),
  );
});

it("takes one sentence of each of some texts, evenly spread, where there are many", async () => {
  const sentences = await sample(12, { texts: 4, sentences: 8 });
  expect(sentences.filter((one) => one.startsWith("Title")).sort()).toEqual(
    ["Title 0", "Title 3", "Title 6", "Title 9"].sort(),
  );
  expect(sentences).toHaveLength(8);
});

it("takes one-liners and sentences of projects, in proportion, each text once", async () => {
  const oneLiner = "Reminds people to take their pills on time";
  const description = "It reminds people with lights. A box by the bed shows which pills are due today.";
  const sentences = await sample(2, { texts: 4, sentences: 40 }, [
    { slug: "one", oneLiner, description },
    { slug: "two", oneLiner: null, description },
  ]);
  expect(sentences).toEqual(expect.arrayContaining(["Title 0", "Title 1", oneLiner]));
  expect(sentences.filter((one) => one === "It reminds people with lights.")).toHaveLength(1);
  expect(new Set(sentences).size).toBe(sentences.length);
});

it("is empty for an empty corpus", async () => {
  expect(await sample(0, { texts: 10, sentences: 40 })).toEqual([]);
});
