import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startServer, type TestServer, text } from "../../net/server.case.ts";
import { contextOf, readAll } from "../conformance.case.ts";
import { describeAddresses, describeFolderFiles } from "../files/files.case.ts";
import { pdfOf } from "../formats/pdf.case.ts";
import { pdfConnector } from "./pdf.ts";

const source = {
  kind: "pdf" as const,
  files: { "a.pdf": pdfOf([["Text."]]), "b.pdf": pdfOf([["More text."]]), "c.PDF": pdfOf([["Last."]]) },
  changed: pdfOf([["Changed text."]]),
};
describeFolderFiles(pdfConnector, source);
describeAddresses(pdfConnector, source);

describe("a list of addresses", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(text("%PDF"));
  });
  afterEach(() => server.close());
  const read = async (...paths: string[]) =>
    (await readAll(pdfConnector, { record: { kind: "pdf", urls: paths.map((path) => server.url + path) } }))!;
  const only = async (path: string) => [...(await read(path)).fetched.values()][0];

  it("lists an address once", async () => {
    expect((await read("/a.pdf", "/a.pdf", "/b/../a.pdf")).items).toHaveLength(1);
  });

  it("takes what the server calls a PDF, or does not name, and leaves out everything else", async () => {
    for (const type of ["application/pdf; charset=binary", "application/octet-stream"]) {
      server.answer = text("%PDF", 200, { "Content-Type": type });
      expect(await only("/paper")).toMatchObject({
        outcome: "read",
        content: { format: "pdf", name: "paper" },
      });
    }
    server.answer = text("<html>", 200, { "Content-Type": "text/html; charset=utf-8" });
    expect(await only("/paper")).toEqual({ outcome: "skipped", reason: "is text/html" });
  });

  it("names where a document is read, with a readable name", async () => {
    expect(await only("/%C3%A9t%C3%A9.pdf")).toMatchObject({
      content: { name: "été.pdf", hints: { url: `${server.url}/%C3%A9t%C3%A9.pdf` } },
    });
    expect(await only("/100%.pdf")).toMatchObject({ content: { name: "100%.pdf" } });
  });

  it("asks a host once a second", async () => {
    const { http } = contextOf();
    const delays: (number | undefined)[] = [];
    const watched: typeof http = {
      send(request) {
        delays.push(request.delayMs);
        return http.send(request);
      },
    };
    const record = { kind: "pdf" as const, urls: [`${server.url}/a.pdf`, `${server.url}/b.pdf`] };
    await readAll(pdfConnector, { record, context: { http: watched } });
    expect(delays).toEqual([1_000, 1_000]);
  });

  it("reports a status that is neither success nor gone, and a redirect to a private host", async () => {
    server.answer = text("", 403);
    await expect(read("/a.pdf")).rejects.toThrow("the server answered with status 403");
    server.answer = (response) => void response.writeHead(302, { location: "http://10.0.0.1/x" }).end();
    await expect(read("/a.pdf")).rejects.toThrow(/^a redirect to a URL that is not fetched/);
    server.answer = (response) => void response.writeHead(302, { location: "https://10.0.0.1/x" }).end();
    await expect(read("/a.pdf")).rejects.toThrow(/^its address is private/);
  });
});
