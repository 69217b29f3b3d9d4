import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startServer, type TestServer, text } from "../../net/server.case.ts";
import { readAll } from "../conformance.case.ts";
import { describeAddresses, describeFolderFiles } from "../files/files.case.ts";
import { parse } from "../formats/parse.ts";
import { transcriptConnector } from "./transcript.ts";

const vtt = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;

const source = {
  kind: "transcript" as const,
  files: {
    "a.vtt": vtt("Hello."),
    "b.srt": "1\n00:00:01,000 --> 00:00:02,000\nHello.\n",
    "c.json": JSON.stringify({ segments: [{ start: 1, end: 2, text: "Hello." }] }),
  },
  changed: vtt("Changed."),
};
describeFolderFiles(transcriptConnector, source);
describeAddresses(transcriptConnector, source);

describe("captions", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(text(vtt("Hello."), 200, { "Content-Type": "text/vtt; charset=utf-8" }));
  });
  afterEach(() => server.close());
  const read = async (recording?: string) => {
    const record = { kind: "transcript" as const, urls: [`${server.url}/talk`], recording };
    const { fetched } = (await readAll(transcriptConnector, { record }))!;
    const [found] = [...fetched.values()];
    return found!.outcome === "read" ? parse(found!.content) : found;
  };

  it("link to times of the recording where it is given", async () => {
    expect(await read("https://example.org/v")).toMatchObject([
      { url: "https://example.org/v", content: "[0:01](https://example.org/v#t=1) Hello." },
    ]);
    expect(await read()).toMatchObject([{ url: `${server.url}/talk`, content: "[0:01] Hello." }]);
  });

  it.each([
    ["application/json", '[{"start": 1, "text": "Hello."}]'],
    ["application/x-subrip", "1\n00:00:01,000 --> 00:00:02,000\nHello.\n"],
  ])("are read as %s", async (type, body) => {
    server.answer = text(body, 200, { "Content-Type": type });
    expect(await read()).toMatchObject([{ content: expect.stringContaining("Hello.") }]);
  });

  it("of another type are left out", async () => {
    server.answer = text("<html>", 200, { "Content-Type": "text/html" });
    expect(await read()).toEqual({ outcome: "skipped", reason: "is text/html" });
  });
});
