import { expect, it, onTestFinished } from "vitest";
import { EmbeddingError } from "./embedder.ts";
import { embedOverPort, openQueryPort } from "./query-port.ts";

it("asks the embedder behind the port, whatever the order of its answers, and keeps its errors", async () => {
  const waiting: (() => void)[] = [];
  const port = openQueryPort({
    version: "v",
    embedQuery: async (text) => {
      if (text === "bad") throw new EmbeddingError("The model failed");
      if (text === "slow") await new Promise<void>((resolve) => waiting.push(resolve));
      return text === "" ? null : Float32Array.of(text.length);
    },
  });
  onTestFinished(() => port.close());
  const embedder = embedOverPort(port, "v");
  expect(embedder.version).toBe("v");
  const slow = embedder.embedQuery("slow");
  expect(await embedder.embedQuery("fast!")).toEqual(Float32Array.of(5));
  expect(await embedder.embedQuery("")).toBeNull();
  await expect(embedder.embedQuery("bad")).rejects.toMatchObject({
    name: "EmbeddingError",
    message: "The model failed",
  });
  waiting[0]!();
  expect(await slow).toEqual(Float32Array.of(4));
});
