/**
 * A process that reads responses from a server which closes the connection with the last byte, or before it. Prints how
 * many were read, and how many failed; an error that no caller can catch ends the process instead.
 */
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { createHttpClient } from "./http-client.ts";
import { createTransferClient } from "./transfer-client.ts";

const bodies = [1, 100_000, 400_000].map((size) => randomBytes(size).toString("hex"));
const framings = ["length", "chunked", "none"];
const encodings = ["identity", "gzip"];
const cuts = [0, 7];
const ROUNDS = 4;

const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", (head) => {
    const [index, framing, encoding, cut] = String(head).split("/").slice(1) as [
      string,
      string,
      string,
      string,
    ];
    const text = bodies[Number(index)]!;
    const body = encoding === "gzip" ? gzipSync(text, { level: 1 }) : Buffer.from(text);
    const sent = body.subarray(0, Math.max(0, body.length - Number.parseInt(cut, 10)));
    const { length } = body;
    socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: ${encoding}\r\n`);
    if (framing === "length") socket.write(`Content-Length: ${length}\r\n\r\n`);
    else if (framing === "chunked")
      socket.write(`Transfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n`);
    else socket.write("\r\n");
    socket.write(sent);
    if (framing === "chunked" && sent.length === length) socket.write("\r\n0\r\n\r\n");
    socket.end();
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };

const hosts = { allowPrivateHosts: ["127.0.0.1"] };
const client = createHttpClient(hosts);
const transfers = createTransferClient(hosts);

async function read(url: URL): Promise<number> {
  const { body } = await client.send({ url, timeoutMs: 60_000, maxBytes: 1e7, retry: false });
  return body.length;
}

/** Slower than the server sends. */
async function transfer(url: URL): Promise<number> {
  const limits = { timeoutMs: 60_000, idleMs: 60_000 };
  let size = 0;
  for await (const piece of (await transfers.send({ url, method: "GET", headers: {}, ...limits })).body) {
    size += piece.length;
    await new Promise(setImmediate);
  }
  return size;
}

const outcomes: Record<string, number> = {};
// Without a framing, the end of the connection is the end of the body.
for (const cut of cuts)
  for (const framing of cut === 0 ? framings : ["length", "chunked"])
    for (const encoding of encodings)
      for (const index of bodies.keys())
        for (let round = 0; round < ROUNDS; round++)
          for (const work of [read, transfer]) {
            const url = new URL(`http://127.0.0.1:${port}/${index}/${framing}/${encoding}/${cut}/`);
            const size = await work(url).catch((error) => String(error.kind ?? error));
            const decoded = work === read || encoding === "identity";
            const whole = typeof size === "number" && (!decoded || size === bodies[index]!.length);
            const outcome = `${cut === 0 ? "whole" : "cut"}, ${framing}: ${whole ? "read" : size === "broken" ? size : "other"}`;
            outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          }
await transfers.close();
server.close();
process.stdout.write(JSON.stringify(outcomes));
