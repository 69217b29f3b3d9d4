/** A local endpoint for tests: `answer` decides what each request gets. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  input: string[];
  model: string;
  dimensions?: number;
  headers: IncomingHttpHeaders;
  at: number;
}

export interface TestEndpoint {
  url: string;
  requests: SeenRequest[];
  /** The maximum number of concurrent requests. */
  busiest: number;
  answer: (request: SeenRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startEndpoint(): Promise<TestEndpoint> {
  let busy = 0;
  const server = createServer(async (request, response) => {
    endpoint.busiest = Math.max(endpoint.busiest, ++busy);
    response.once("close", () => busy--);
    let text = "";
    for await (const chunk of request) text += chunk;
    const seen = { ...JSON.parse(text), headers: request.headers, at: Date.now() };
    endpoint.requests.push(seen);
    endpoint.answer(seen, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint: TestEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`,
    requests: [],
    busiest: 0,
    answer: (request, response) => sendVectors(response, request.input.map(vectorOf)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}

/** A vector that distinguishes texts by length and first letter. */
export function vectorOf(text: string): number[] {
  return [text.length, text.charCodeAt(0), 1, 0];
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export function sendVectors(response: ServerResponse, vectors: unknown[][]): void {
  sendJson(response, { data: vectors.map((embedding, index) => ({ index, embedding })) });
}

export function sendStatus(response: ServerResponse, status: number, headers = {}): void {
  response.writeHead(status, headers).end('{"error":{"message":"the text was: secret"}}');
}
