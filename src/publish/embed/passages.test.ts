/** Publishing with an embedder that is slow: the first chunks first, and never the same text twice. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeDimensions, fakeEmbed } from "../../corpus/projects/project-index.case.ts";
import type { Embedder } from "../../embed/embedder.ts";
import { chunk } from "../chunk/chunk.ts";
import type { PublishProgress } from "../types.ts";
import { documentOf, documentsOf, openWorkbench, projectsOf, type Workbench } from "../workbench.case.ts";

let at: Workbench;
let seen: string[];
/** Called before each batch of texts. */
let onBatch: () => void;
beforeEach(async () => {
  at = await openWorkbench();
  seen = [];
  onBatch = () => {};
  return () => at.close();
});

afterEach(() => vi.restoreAllMocks());

const embedder: Embedder = {
  version: "onnx:slow:1",
  dimensions: fakeDimensions,
  embedQuery: async (text) => fakeEmbed(text),
  embedTexts: async (texts, signal) => {
    onBatch();
    signal?.throwIfAborted();
    seen.push(...texts);
    return texts.map((text) => fakeEmbed(text) ?? new Float32Array(fakeDimensions).fill(0.25));
  },
};

/** Documents of three chunks and more. */
const longDocument = (number: number) =>
  documentOf(number, {
    content: [number, number + 100, number + 200].map((one) => documentOf(one).content).join("\n\n"),
  });

const passagesOf = (documents: ReturnType<typeof documentsOf>) =>
  documents.map(({ title, content }) =>
    chunk(content).map(({ start, end }) => `${title}\n${content.slice(start, end)}`),
  );

it("embeds the first passage of each document, and the others in a later publish", async () => {
  const documents = Array.from({ length: 40 }, (_, number) => longDocument(number));
  const passages = passagesOf(documents);
  await at.put(...documents);
  await at.putProjects(...projectsOf(0, 5));
  const first = await at.publish({ embedder, passages: "lead" });
  expect(first).toMatchObject({ changed: true, documents: 40, missingVectors: 0 });
  expect(at.manifest().embedder).toMatchObject({ version: embedder.version, passages: "lead" });
  for (const [lead] of passages) expect(seen).toContain(lead);
  const later = passages.flatMap((texts) => texts.slice(1));
  expect(later.length).toBeGreaterThan(10);
  for (const text of later) expect(seen).not.toContain(text);
  const { calibration } = at.manifest().embedder;

  expect(await at.publish({ embedder, passages: "lead" })).toMatchObject({ changed: false });
  seen = [];
  await at.put(longDocument(40), longDocument(43));
  await at.publish({ embedder, passages: "lead" });
  expect(seen.sort()).toEqual(
    passagesOf([longDocument(40), longDocument(43)])
      .map(([lead]) => lead!)
      .sort(),
  );
  expect(at.manifest().embedder.calibration).toEqual(calibration);

  seen = [];
  const second = await at.publish({ embedder });
  expect(second).toMatchObject({ changed: true, documents: 42, missingVectors: 0 });
  expect(at.manifest().embedder.passages).toBeUndefined();
  const rest = passagesOf([longDocument(40), longDocument(43)]).flatMap((texts) => texts.slice(1));
  expect([...new Set(seen)].sort()).toEqual([...new Set([...later, ...rest])].sort());
  expect(await at.publish({ embedder })).toMatchObject({ changed: false });
});

it("keeps the vectors that are made already, when only first passages are embedded from now on", async () => {
  await at.put(...documentsOf(0, 10));
  await at.publish({ embedder });
  const [whole] = at.manifest().archive.segments;
  seen = [];
  await at.publish({ embedder, passages: "lead" });
  expect(seen).toEqual([]);
  expect(at.manifest().archive.segments).toMatchObject([{ chunks: whole!.chunks, unembedded: [] }]);
});

it("resumes after an interruption with the texts that have no vector yet", async () => {
  const documents = documentsOf(0, 300);
  await at.put(...documents);
  const all = new Set(passagesOf(documents).flat());
  const controller = new AbortController();
  let batches = 0;
  onBatch = () => {
    if (++batches === 2) controller.abort(new Error("interrupted"));
  };
  await expect(at.publish({ embedder, signal: controller.signal })).rejects.toThrow("interrupted");
  const done = new Set(seen);
  expect(done.size).toBe(256);
  seen = [];
  await at.publish({ embedder });
  for (const text of seen) expect(done).not.toContain(text);
  expect(done.size + new Set(seen).size).toBe(all.size);
});

it("shows how many documents are done, of how many, and the time left", async () => {
  await at.put(...documentsOf(0, 300));
  const shown: PublishProgress[] = [];
  await at.publish({ embedder, onProgress: (progress) => shown.push(progress) });
  const embedding = shown.filter(({ step }) => step === "embed");
  expect(embedding.length).toBeGreaterThan(1);
  for (const { total, secondsLeft } of embedding) {
    expect(total).toBe(300);
    expect(secondsLeft).toBeGreaterThanOrEqual(0);
  }
  expect(embedding.at(-1)).toMatchObject({ done: 300, secondsLeft: 0 });
});

it("expects as many passages of the documents to come as a sample of all documents has", async () => {
  const source = "essays";
  const short = Array.from({ length: 300 }, (_, n) => documentOf(n, { source, content: `Short ${n}.` }));
  const long = Array.from({ length: 200 }, (_, n) => ({ ...longDocument(300 + n), source }));
  await at.put(...short, ...long);
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  // A text takes a second.
  const timed: Embedder = {
    ...embedder,
    embedTexts: async (texts) => {
      clock += 1_000 * texts.length;
      return embedder.embedTexts(texts);
    },
  };
  const shown: PublishProgress[] = [];
  await at.publish({ embedder: timed, onProgress: (progress) => shown.push(progress) });
  const first = shown.find(({ step, done }) => step === "embed" && done > 0)!;
  expect(first.secondsLeft).toBeCloseTo(passagesOf([...short, ...long]).flat().length - 256, -1);
});
