import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { at, atHost, client, failure, privateAddress, send, useHttpServer } from "./http-client.case.ts";
import { createHttpClient } from "./http-client.ts";
import { HttpError } from "./http-error.ts";
import { startServer, type TestServer, text } from "./server.case.ts";

useHttpServer();

describe("a request", () => {
  it("is sent as given, and its whole response is returned", async () => {
    at.server.answer = text("réponse", 201, { "X-Kind": "test" });
    const headers = { "content-type": "text/plain", authorization: "Bearer k" };
    const response = await send({ method: "POST", headers, body: "héllo" });
    expect([response.status, response.headers.get("x-kind"), response.body.toString("utf8")]).toEqual([
      201,
      "test",
      "réponse",
    ]);
    expect(at.server.requests).toMatchObject([
      { method: "POST", path: "/", body: "héllo", headers: { ...headers, "user-agent": "Prior-Art" } },
    ]);
  });

  it("reuses its connection for the next one", async () => {
    const http = client();
    await send({}, http);
    // The connection is released shortly after the body has ended.
    await new Promise(setImmediate);
    await send({}, http);
    expect(at.server.connections).toHaveLength(1);
  });

  it("reads the body of a success, of every response, or of none, as configured", async () => {
    at.server.answer = text("details", 400);
    expect((await send()).body.toString()).toBe("");
    expect((await send({ readBody: "always" })).body.toString()).toBe("details");
    at.server.answer = (response) => void response.writeHead(200).write("never complete");
    expect(await send({ readBody: "never" })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it("is aborted by the caller's signal, with its reason", async () => {
    const caller = new AbortController();
    at.server.answer = () => caller.abort(new Error("closing"));
    await expect(send({ signal: caller.signal })).rejects.toThrow("closing");
    await expect(send({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
    expect(at.server.requests).toHaveLength(1);
  });
});

describe("bounds", () => {
  it("the timeout covers everything, from the first byte to the last", async () => {
    const late = "HttpError timeout: no complete response within 60 ms";
    at.server.answer = () => {};
    expect(await failure({ timeoutMs: 60 })).toBe(late);
    at.server.answer = (response) => void response.write("slow");
    expect(await failure({ timeoutMs: 60 })).toBe(late);
    at.server.answer = (response) => {
      const timer = setInterval(() => response.write("."), 5);
      response.on("close", () => clearInterval(timer));
    };
    expect(await failure({ timeoutMs: 60, maxBytes: 1_000_000 })).toBe(late);
  });

  it("a resolver that never responds counts towards the timeout", async () => {
    const http = createHttpClient({ resolve: () => new Promise(() => {}) });
    expect(await failure({ url: atHost("slow.example.org"), timeoutMs: 60 }, http)).toContain("timeout");
  });

  it("a body may have exactly the allowed bytes, decompressed, and no more", async () => {
    const gzip = (body: string) => (response: Parameters<typeof at.server.answer>[0]) =>
      void response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(body));
    for (const encode of [text, gzip]) {
      at.server.answer = encode("x".repeat(1_000));
      expect((await send()).body).toHaveLength(1_000);
      at.server.answer = encode("x".repeat(1_001));
      expect(await failure()).toBe("HttpError size: the response is larger than 1000 bytes");
    }
    at.server.answer = gzip("x".repeat(50_000_000));
    expect(await failure()).toContain("larger than 1000 bytes");
  });

  it("an endless body is aborted", async () => {
    let closed = false;
    at.server.answer = (response) => {
      const timer = setInterval(() => response.write("x".repeat(400)), 1);
      response.on("close", () => {
        closed = true;
        clearInterval(timer);
      });
    };
    expect(await failure()).toContain("larger than 1000 bytes");
    await expect.poll(() => closed).toBe(true);
  });
});

describe("addresses", () => {
  it.each([
    "127.0.0.2",
    "10.0.0.1",
    "169.254.169.254",
    "[::1]",
    "[fe80::1]",
    "localhost",
    "printer.local",
    "intranet",
  ])("%s is refused before anything is resolved or sent", async (host) => {
    expect(await failure({ url: atHost(host) })).toBe(privateAddress);
    expect([at.resolved, at.server.connections]).toEqual([[], []]);
  });

  it("a port of another protocol is refused before anything is resolved, unless the operator wrote the URL", async () => {
    for (const port of [1, 25, 6_667, 10_080])
      expect(await failure({ url: `http://mail.example.org:${port}/` })).toBe(
        `HttpError refused: port ${port} is one of another protocol than HTTP`,
      );
    expect(at.resolved).toEqual([]);
    expect(await failure({ url: "http://127.0.0.1:1/", privateHost: true })).toContain("unreachable");
  });

  it("a public name that resolves to a private address is refused, and so is one with one private address", async () => {
    for (const addresses of [
      ["127.0.0.2"],
      ["10.0.0.1"],
      ["127.0.0.1", "::1"],
      ["127.0.0.1", "192.168.1.1"],
    ]) {
      at.answers = [addresses];
      expect(await failure({ url: atHost("feeds.example.org") })).toBe(privateAddress);
    }
    expect(at.server.connections).toEqual([]);
  });

  it("connections use the checked addresses: each connection resolves once", async () => {
    at.answers = [["127.0.0.1"], ["127.0.0.2"]];
    expect(await failure({ url: atHost("feeds.example.org") })).toBe("status 200");
    expect(at.resolved).toEqual(["feeds.example.org"]);
    expect(at.server.requests[0]!.headers.host).toBe(`feeds.example.org:${at.server.port}`);
  });

  it("a name that changes to a private address between connections is refused then", async () => {
    at.answers = [["127.0.0.1"], ["127.0.0.2"]];
    const http = client();
    at.server.answer = text("ok", 200, { Connection: "close" });
    expect(await failure({ url: atHost("feeds.example.org") }, http)).toBe("status 200");
    expect(await failure({ url: atHost("feeds.example.org") }, http)).toBe(privateAddress);
    expect(at.server.requests).toHaveLength(1);
  });

  it("listed hosts may be private, by name and by address", async () => {
    at.answers = [["127.0.0.2", "127.0.0.1"]];
    const http = client(["gpu.example.org", "printer.local"]);
    expect(await failure({ url: atHost("gpu.example.org") }, http)).toBe("status 200");
    expect(await failure({ url: atHost("gpu.example.org.") }, http)).toBe("status 200");
    expect(await failure({ url: atHost("printer.local") }, http)).toBe("status 200");
    expect(await failure({ url: atHost("sub.gpu.example.org") }, http)).toBe(privateAddress);
    const system = createHttpClient({ allowPrivateHosts: ["127.0.0.1"] });
    expect(await failure({}, system)).toBe("status 200");
  });

  it("a URL written by the operator may name a private host, but not use one behind a public name", async () => {
    expect(await failure({ url: atHost("localhost"), privateHost: true })).toBe("status 200");
    expect(await failure({ privateHost: true }, createHttpClient())).toBe("status 200");
    at.answers = [["127.0.0.2"]];
    expect(await failure({ url: atHost("feeds.example.org"), privateHost: true })).toBe(privateAddress);
  });

  it("by default, only the public internet is reachable, with names resolved by the system", async () => {
    expect(await failure({}, createHttpClient())).toBe(privateAddress);
    const http = createHttpClient();
    expect(await failure({ url: atHost("localhost"), privateHost: true }, http)).toBe("status 200");
    expect(await failure({ url: "http://no-such-host.invalid/" }, http)).toMatch(
      /unreachable: no connection \(E/,
    );
  });

  it("a name without addresses is unreachable", async () => {
    at.answers = [[]];
    expect(await failure({ url: atHost("feeds.example.org") })).toBe(
      "HttpError unreachable: no connection (ENOTFOUND)",
    );
  });
});

describe("failures of the connection", () => {
  const broken = /^HttpError broken: the connection failed \([A-Z_]+\)$/;
  /** Destroys the connection of the first requests. */
  const failing =
    (times: number, then = text("ok")): TestServer["answer"] =>
    (response, request) => {
      if (at.server.requests.length <= times) response.destroy();
      else then(response, request);
    };

  it("are retried once for a GET, including a truncated body", async () => {
    at.server.answer = failing(1);
    expect(await failure()).toBe("status 200");
    expect(at.server.requests).toHaveLength(2);
    at.server.requests.length = 0;
    at.server.answer = failing(2);
    expect(await failure()).toMatch(broken);
    expect(at.server.requests).toHaveLength(2);
    at.server.requests.length = 0;
    at.server.answer = (response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("only this");
      setImmediate(() => response.destroy());
    };
    expect(await failure()).toMatch(broken);
    expect(at.server.requests).toHaveLength(2);
  });

  it("are not retried for a POST that may have been sent, nor if the caller has a backoff", async () => {
    at.server.answer = failing(1);
    expect(await failure({ method: "POST", body: "x" })).toMatch(broken);
    expect(at.server.requests).toHaveLength(1);
    at.server.requests.length = 0;
    expect(await failure({ retry: false })).toMatch(broken);
    expect(at.server.requests).toHaveLength(1);
  });

  it("are retried once for a POST that was not sent", async () => {
    at.answers = [[], ["127.0.0.1"]];
    const post = { url: atHost("hooks.example.org"), method: "POST" as const, body: "x" };
    expect(await failure(post)).toBe("status 200");
    at.answers = [[], [], ["127.0.0.1"]];
    expect(await failure(post)).toBe("HttpError unreachable: no connection (ENOTFOUND)");
    expect(at.server.requests).toHaveLength(1);
  });

  it("statuses, bounds and refused addresses are not retried", async () => {
    at.server.answer = text("", 503);
    expect(await failure()).toBe("status 503");
    at.server.answer = text("x".repeat(1_001));
    await failure();
    expect(at.server.requests).toHaveLength(2);
    at.answers = [["127.0.0.2"], ["127.0.0.1"]];
    expect(await failure({ url: atHost("feeds.example.org") })).toBe(privateAddress);
  });

  it("report the system's code, and neither the URL nor the content", async () => {
    await at.server.close();
    const error = await send({ url: `${at.server.url}/?key=hush`, headers: { authorization: "hush" } }).catch(
      (caught: HttpError) => caught,
    );
    expect(error).toBeInstanceOf(HttpError);
    expect((error as HttpError).kind).toBe("unreachable");
    expect((error as HttpError).message).toBe("no connection (ECONNREFUSED)");
    at.server = await startServer(text("ok"));
  });

  it("a server that does not reply with HTTP counts as a broken connection", async () => {
    const other = createServer((socket) => socket.resume().end("nonsense\r\n\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    expect(await failure({ url: `http://127.0.0.1:${port}/` })).toMatch(/^HttpError broken: /);
    await new Promise<void>((resolve) => other.close(() => resolve()));
  });
});
