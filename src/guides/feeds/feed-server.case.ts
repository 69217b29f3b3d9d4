/** A real HTTP server on this machine that answers as a test tells it to. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FeedAnswer = (response: ServerResponse, request: IncomingMessage) => void;

export interface FeedServer {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** Requests so far. */
  asked(): number;
  /** What it answers from now on. */
  answer(next: FeedAnswer): void;
  close(): Promise<void>;
}

export const json =
  (body: unknown, status = 200): FeedAnswer =>
  (response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };

export async function startFeedServer(first: FeedAnswer): Promise<FeedServer> {
  let asked = 0;
  let answer = first;
  const server = createServer((request, response) => {
    asked++;
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    answer: (next) => {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
