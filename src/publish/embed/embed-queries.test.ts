import { expect, it } from "vitest";
import { fakeDimensions, fakeEmbed } from "../../corpus/projects/project-index.case.ts";
import type { PublishRun } from "../types.ts";
import { openWorkbench } from "../workbench.case.ts";
import { embedQueries } from "./embed-queries.ts";

it("asks the model once for equal texts, and gives each of them the vector", async () => {
  const at = await openWorkbench();
  try {
    const asked: string[] = [];
    const progress: number[] = [];
    const run = {
      catalog: at.catalog,
      report: (_stage, done) => progress.push(done),
    } as Partial<PublishRun> as PublishRun;
    const embedQuery = async (text: string) => {
      asked.push(text);
      return fakeEmbed(text);
    };
    const texts = ["one", "two", "one", "one", "three", "two"];
    const model = { version: "onnx:small:1", dimensions: fakeDimensions, embedQuery };
    expect(await embedQueries(run, texts, model)).toEqual(texts.map(fakeEmbed));
    expect(asked).toEqual(["one", "two", "three"]);
    expect(progress).toEqual([texts.length]);
  } finally {
    await at.close();
  }
});
