/** For tests of connectors that read files: the same files in a folder, and at addresses of a real server. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe } from "vitest";
import type { ConnectorKind } from "../../contract/records/connector-record.ts";
import { startServer, type TestServer } from "../../net/server.case.ts";
import { describeConnector } from "../conformance.case.ts";
import type { Connector } from "../connector.ts";

export type NamedFiles = Record<string, string | Buffer>;

export function folderOf(files: NamedFiles): string {
  const folder = mkdtempSync(join(tmpdir(), "priorart-files-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Serves `files`, which may be changed, with an entity tag for each content. */
export async function serveFiles(files: NamedFiles): Promise<TestServer> {
  return startServer((response, request) => {
    const content = files[basename(decodeURIComponent(request.url!))];
    if (content === undefined) return void response.writeHead(404).end("no token=secret here");
    const etag = `"${createHash("sha1").update(content).digest("hex")}"`;
    if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag, "content-type": "application/octet-stream" }).end(content);
  });
}

export interface FilesSource<Kind extends ConnectorKind> {
  kind: Kind;
  /** At least three. */
  files: NamedFiles;
  /** Replaces the content of the first. */
  changed: string | Buffer;
}

/** Runs the conformance suite over files of a folder. */
export function describeFolderFiles<Kind extends ConnectorKind>(
  connector: Connector<Kind>,
  { kind, files, changed }: FilesSource<Kind>,
): void {
  const [first, second] = Object.keys(files) as [string, string];

  describe("files of a folder", () => {
    describeConnector(connector, async () => {
      const folder = folderOf(files);
      const remove = () => rmSync(folder, { recursive: true, force: true });
      return {
        record: { kind, path: folder } as never,
        change: () => {
          writeFileSync(join(folder, first), changed);
          return first;
        },
        remove: () => {
          rmSync(join(folder, second));
          return second;
        },
        breakIt: remove,
        close: remove,
      };
    });
  });
}

/** Runs the conformance suite over files at addresses. */
export function describeAddresses<Kind extends ConnectorKind>(
  connector: Connector<Kind>,
  { kind, files, changed }: FilesSource<Kind>,
): void {
  const [first, second] = Object.keys(files) as [string, string];

  describe("files at addresses", () => {
    describeConnector(connector, async () => {
      const served = { ...files };
      const server = await serveFiles(served);
      const urlOf = (name: string) => `${server.url}/${name}`;
      return {
        record: { kind, urls: Object.keys(files).map(urlOf) } as never,
        change: () => {
          served[first] = changed;
          return urlOf(first);
        },
        remove: () => {
          delete served[second];
          return urlOf(second);
        },
        breakIt: () => {
          server.answer = (response) => void response.writeHead(500).end("token=secret");
        },
        close: () => server.close(),
      };
    });
  });
}
