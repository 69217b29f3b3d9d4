/** For tests: a web site served on this machine. */

import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startServer, type TestServer } from "../../net/server.case.ts";

export interface TestPage {
  body: string | Uint8Array;
  /** Default `text/html; charset=utf-8`. */
  type?: string;
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** Whether conditional requests are answered; default true. */
  validates?: boolean;
}

export interface TestSite {
  url: string;
  pages: Map<string, TestPage>;
  /** Answers instead of the pages, unless it returns false. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Paths requested since the last call. */
  requested(): string[];
  server: TestServer;
  close(): Promise<void>;
}

/** A page is answered with an ETag, and with 304 when that is sent back; others with 404. */
export async function startSite(pages: Record<string, string | TestPage> = {}): Promise<TestSite> {
  const server = await startServer((response, request) => {
    if (site.intercept(request, response)) return;
    const page = site.pages.get(request.url!);
    if (page === undefined) return void response.writeHead(404).end("no such page");
    const { body, type = "text/html; charset=utf-8", status = 200, headers, validates = true } = page;
    const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
    if (validates && status === 200 && request.headers["if-none-match"] === etag)
      return void response.writeHead(304).end();
    const validator = validates ? { ETag: etag } : undefined;
    response.writeHead(status, { "Content-Type": type, ...validator, ...headers }).end(body);
  });
  const site: TestSite = {
    url: server.url,
    pages: new Map(
      Object.entries(pages).map(([path, page]) => [path, typeof page === "string" ? { body: page } : page]),
    ),
    intercept: () => false,
    requested: () => server.requests.splice(0).map(({ path }) => path),
    server,
    close: () => server.close(),
  };
  return site;
}

const words = "A bridge holds assets on one chain while a claim on them moves on another chain. ";

/** A page with a main part of about 500 characters. */
export const article = (title: string, more = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><article><h1>${title}</h1><p>${words.repeat(3)}</p><p>${title}: ${words.repeat(3)}</p>${more}</article></body></html>`;

export const links = (...paths: string[]): string =>
  `<ul>${paths.map((path) => `<li><a href="${path}">to ${path}</a></li>`).join("")}</ul>`;
