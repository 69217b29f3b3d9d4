/** For tests: a real HTTP server on this machine with programmable responses. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface TestServer {
  port: number;
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** Requests so far, with their bodies. */
  requests: { method: string; path: string; headers: IncomingMessage["headers"]; body: string }[];
  /** Connections so far. */
  connections: Socket[];
  answer: Answer;
  close(): Promise<void>;
}

export async function startServer(answer: Answer): Promise<TestServer> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => {
      running.requests.push({ method: request.method!, path: request.url!, headers: request.headers, body });
      running.answer(response, request);
    });
  });
  server.on("connection", (socket) => running.connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const running: TestServer = {
    port,
    url: `http://127.0.0.1:${port}`,
    requests: [],
    connections: [],
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return running;
}

export const text =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const status = (code: number): Answer => text("", code);

export const json = (body: unknown, status = 200): Answer =>
  text(JSON.stringify(body), status, { "Content-Type": "application/json" });

export const redirect =
  (location: string, status = 302): Answer =>
  (response) =>
    void response.writeHead(status, { Location: location }).end("moved");
