/** Which request bodies are accepted, and how others are refused. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "./fakes.case.ts";
import { exchange } from "./raw-http.case.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.recorded.executed.length = 0;
});

const search = "/api/v1/search/archives";
const good = '{"query":"x"}';

async function outcome(body: RequestInit["body"], headers: Record<string, string> = {}): Promise<string> {
  const response = await server.send("POST", search, { body, headers, duplex: "half" } as RequestInit);
  const answer = (await response.json()) as { code?: string };
  return `${response.status} ${answer.code ?? "OK"}`;
}
const bytes = (text: string) => new TextEncoder().encode(text);
/** A valid request with an ignored field; the request itself is the first level. */
const nested = (levels: number) => `{"query":"x","pad":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

describe("media type", () => {
  it.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json; charset=utf8",
    "application/problem+json",
    "application/json; profile=x",
  ])("accepts %s", async (type) => {
    expect(await outcome(good, { "Content-Type": type })).toBe("200 OK");
  });

  it.each([
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "nonsense",
    ";",
  ])("refuses %s", async (type) => {
    expect(await outcome(good, { "Content-Type": type })).toBe("415 UNSUPPORTED_MEDIA_TYPE");
  });

  it("treats a missing type as JSON", async () => {
    expect(await outcome(bytes(good))).toBe("200 OK");
  });

  it("refuses every content encoding except identity", async () => {
    expect(await outcome(gzipSync(good), { "Content-Encoding": "gzip" })).toBe("415 UNSUPPORTED_MEDIA_TYPE");
    expect(await outcome(good, { "Content-Type": "application/json", "Content-Encoding": "br" })).toMatch(
      "415",
    );
    expect(await outcome(bytes(good), { "Content-Encoding": "Identity" })).toBe("200 OK");
  });
});

describe("text", () => {
  it.each([
    ["an empty body", "", "400 BAD_REQUEST"],
    ["white space", "  ", "400 INVALID_JSON"],
    ["half an object", '{"query":', "400 INVALID_JSON"],
    ["two objects", "{}{}", "400 INVALID_JSON"],
    ["NaN", '{"query":NaN}', "400 INVALID_JSON"],
    ["null", "null", "400 INVALID_QUERY"],
    ["an array", "[]", "400 INVALID_QUERY"],
    ["a string", '"x"', "400 INVALID_QUERY"],
    ["5,000 levels", nested(5_000), "200 OK"],
    ["5,001 levels", nested(5_001), "400 INVALID_QUERY"],
    ["a hundred thousand arrays that never end", "[".repeat(100_000), "400 INVALID_QUERY"],
    ["a byte order mark", `\uFEFF${good}`, "200 OK"],
  ])("%s", async (_name, body, expected) => {
    expect(await outcome(bytes(body))).toBe(expected);
  });

  it("refuses invalid UTF-8", async () => {
    const broken = Uint8Array.from([...bytes('{"query":"'), 0xff, 0xfe, ...bytes('"}')]);
    expect(await outcome(broken)).toBe("400 INVALID_JSON");
  });

  it("treats a missing body as empty", async () => {
    expect(await outcome(undefined)).toBe("400 BAD_REQUEST");
  });
});

describe("size", () => {
  const limit = 1_048_576;
  const filled = (length: number) => bytes(`{"query":"x","pad":"${" ".repeat(length - 22)}"}`);
  const streamed = (length: number) =>
    new ReadableStream({
      start(controller) {
        const all = filled(length);
        for (let at = 0; at < all.length; at += 65_536) controller.enqueue(all.subarray(at, at + 65_536));
        controller.close();
      },
    });

  it("accepts 1,048,576 bytes and refuses one more, with a declared length", async () => {
    expect(filled(limit)).toHaveLength(limit);
    expect(await outcome(filled(limit))).toBe("200 OK");
    expect(await outcome(filled(limit + 1))).toBe("413 PAYLOAD_TOO_LARGE");
  });

  it("does the same for a chunked body", async () => {
    expect(await outcome(streamed(limit))).toBe("200 OK");
    expect(await outcome(streamed(limit + 1))).toBe("413 PAYLOAD_TOO_LARGE");
  });

  it("refuses an endless chunked body as soon as the limit is exceeded", async () => {
    const head = `POST ${search} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pa_good\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `100001\r\n${" ".repeat(0x100001)}\r\n`;
    expect(await exchange(server.port, [head, chunk])).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("reads the rest of a body that is too large: a client that is still sending gets the whole answer", async () => {
    const head = `POST ${search} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pa_good\r\nContent-Length: ${2 * limit}\r\n\r\n`;
    const socket = connect(server.port, "127.0.0.1").setEncoding("utf8");
    const problems: string[] = [];
    socket.on("error", (error) => problems.push(error.message));
    let received = "";
    socket.on("data", (text: string) => {
      received += text;
    });
    const closed = once(socket, "close");
    socket.write(head);
    let sent = 0;
    for (; sent < 2 * limit && !socket.destroyed; sent += 65_536) {
      if (!socket.write(Buffer.alloc(65_536, " "))) await Promise.race([once(socket, "drain"), closed]);
      await setTimeout(1);
    }
    await closed;
    expect({ sent, problems }).toEqual({ sent: 2 * limit, problems: [] });
    expect(received).toMatch(/^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE.*\}$/s);
  });

  it("does not send 100 Continue for a body that it will refuse", async () => {
    const head = `POST ${search} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer pa_good\r\nContent-Length: 1048577\r\nExpect: 100-continue\r\n\r\n`;
    const answer = await exchange(server.port, [head]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).not.toContain("100 Continue");
  });
});

it("ignores a Content-Type on a GET, and unknown fields", async () => {
  const headers = { "Content-Type": "text/weird", "X-Unknown": "1", "User-Agent": "" };
  expect((await server.send("GET", "/api/v1/status", { headers })).status).toBe(200);
});
