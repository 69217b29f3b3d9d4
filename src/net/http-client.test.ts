import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpRequest } from "./http-client.ts";
import { HttpError } from "./http-error.ts";
import { redirect, startServer, type TestServer, text } from "./server.case.ts";

let server: TestServer;
/** Addresses that names resolve to, call by call; the last list repeats. */
let answers: string[][];
let resolved: string[];

beforeEach(async () => {
  server = await startServer(text("ok"));
  answers = [["127.0.0.1"]];
  resolved = [];
});
afterEach(() => server.close());

/** 127.0.0.1 counts as public; every other loopback or private address stays private. */
function client(allowPrivateHosts: string[] = []) {
  return createHttpClient({
    allowPrivateHosts,
    isPublic: (address) => address === "127.0.0.1",
    resolve: async (host) => {
      resolved.push(host);
      return answers.length > 1 ? answers.shift()! : answers[0]!;
    },
  });
}

const limits = { timeoutMs: 60_000, maxBytes: 1_000 };
const atHost = (host: string, path = "/") => `http://${host}:${server.port}${path}`;
const send = (change: Partial<HttpRequest> = {}, http = client()) =>
  http.send({ url: server.url, ...limits, ...change });
const failure = (change: Partial<HttpRequest> = {}, http = client()) =>
  send(change, http).then(
    ({ status }) => `status ${status}`,
    (error: HttpError) => `${error.name} ${error.kind}: ${error.message}`,
  );

const privateAddress =
  "HttpError refused: its address is private; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS";

describe("a request", () => {
  it("is sent as given, and its whole response is returned", async () => {
    server.answer = text("réponse", 201, { "X-Kind": "test" });
    const headers = { "content-type": "text/plain", authorization: "Bearer k" };
    const response = await send({ method: "POST", headers, body: "héllo" });
    expect([response.status, response.headers.get("x-kind"), response.body.toString("utf8")]).toEqual([
      201,
      "test",
      "réponse",
    ]);
    expect(server.requests).toMatchObject([
      { method: "POST", path: "/", body: "héllo", headers: { ...headers, "user-agent": "Prior-Art" } },
    ]);
  });

  it("reuses its connection for the next one", async () => {
    const http = client();
    await send({}, http);
    // The connection is released shortly after the body has ended.
    await new Promise(setImmediate);
    await send({}, http);
    expect(server.connections).toHaveLength(1);
  });

  it("reads the body of a success, of every response, or of none, as configured", async () => {
    server.answer = text("details", 400);
    expect((await send()).body.toString()).toBe("");
    expect((await send({ readBody: "always" })).body.toString()).toBe("details");
    server.answer = (response) => void response.writeHead(200).write("never complete");
    expect(await send({ readBody: "never" })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it("is aborted by the caller's signal, with its reason", async () => {
    const caller = new AbortController();
    server.answer = () => caller.abort(new Error("closing"));
    await expect(send({ signal: caller.signal })).rejects.toThrow("closing");
    await expect(send({ signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
    expect(server.requests).toHaveLength(1);
  });
});

describe("bounds", () => {
  it("the timeout covers everything, from the first byte to the last", async () => {
    const late = "HttpError timeout: no complete response within 60 ms";
    server.answer = () => {};
    expect(await failure({ timeoutMs: 60 })).toBe(late);
    server.answer = (response) => void response.write("slow");
    expect(await failure({ timeoutMs: 60 })).toBe(late);
    server.answer = (response) => {
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
    const gzip = (body: string) => (response: Parameters<typeof server.answer>[0]) =>
      void response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(body));
    for (const encode of [text, gzip]) {
      server.answer = encode("x".repeat(1_000));
      expect((await send()).body).toHaveLength(1_000);
      server.answer = encode("x".repeat(1_001));
      expect(await failure()).toBe("HttpError size: the response is larger than 1000 bytes");
    }
    server.answer = gzip("x".repeat(50_000_000));
    expect(await failure()).toContain("larger than 1000 bytes");
  });

  it("an endless body is aborted", async () => {
    let closed = false;
    server.answer = (response) => {
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
    expect([resolved, server.connections]).toEqual([[], []]);
  });

  it("a port of another protocol is refused before anything is resolved, unless the operator wrote the URL", async () => {
    for (const port of [1, 25, 6_667, 10_080])
      expect(await failure({ url: `http://mail.example.org:${port}/` })).toBe(
        `HttpError refused: port ${port} is one of another protocol than HTTP`,
      );
    expect(resolved).toEqual([]);
    expect(await failure({ url: "http://127.0.0.1:1/", privateHost: true })).toContain("unreachable");
  });

  it("a public name that resolves to a private address is refused, and so is one with one private address", async () => {
    for (const addresses of [
      ["127.0.0.2"],
      ["10.0.0.1"],
      ["127.0.0.1", "::1"],
      ["127.0.0.1", "192.168.1.1"],
    ]) {
      answers = [addresses];
      expect(await failure({ url: atHost("feeds.example.org") })).toBe(privateAddress);
    }
    expect(server.connections).toEqual([]);
  });

  it("connections use the checked addresses: each connection resolves once", async () => {
    answers = [["127.0.0.1"], ["127.0.0.2"]];
    expect(await failure({ url: atHost("feeds.example.org") })).toBe("status 200");
    expect(resolved).toEqual(["feeds.example.org"]);
    expect(server.requests[0]!.headers.host).toBe(`feeds.example.org:${server.port}`);
  });

  it("a name that changes to a private address between connections is refused then", async () => {
    answers = [["127.0.0.1"], ["127.0.0.2"]];
    const http = client();
    server.answer = text("ok", 200, { Connection: "close" });
    expect(await failure({ url: atHost("feeds.example.org") }, http)).toBe("status 200");
    expect(await failure({ url: atHost("feeds.example.org") }, http)).toBe(privateAddress);
    expect(server.requests).toHaveLength(1);
  });

  it("listed hosts may be private, by name and by address", async () => {
    answers = [["127.0.0.2", "127.0.0.1"]];
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
    answers = [["127.0.0.2"]];
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
    answers = [[]];
    expect(await failure({ url: atHost("feeds.example.org") })).toBe(
      "HttpError unreachable: no connection (ENOTFOUND)",
    );
  });
});

describe("redirects", () => {
  const hops =
    (last: number): TestServer["answer"] =>
    (response, request) => {
      const step = Number(new URL(request.url!, server.url).searchParams.get("step") ?? 0);
      if (step === last) response.end("there");
      else response.writeHead([301, 302, 303, 307, 308][step % 5]!, { Location: `?step=${step + 1}` }).end();
    };

  it("are followed up to the limit", async () => {
    server.answer = hops(3);
    expect((await send({ maxRedirects: 3 })).body.toString()).toBe("there");
    server.answer = hops(5);
    expect((await send({ maxRedirects: 5 })).body.toString()).toBe("there");
    server.answer = hops(4);
    expect(await failure({ maxRedirects: 3 })).toBe("HttpError redirect: too many redirects (more than 3)");
  });

  it("are returned as the response where none are allowed, and always for a POST", async () => {
    server.answer = redirect("/elsewhere");
    const response = await send();
    expect([response.status, response.headers.get("location")]).toEqual([302, "/elsewhere"]);
    expect((await send({ method: "POST", body: "x", maxRedirects: 3 })).status).toBe(302);
    expect(server.requests.map(({ path }) => path)).toEqual(["/", "/"]);
  });

  it("other 3xx statuses are responses", async () => {
    server.answer = text("", 304, { Location: "/x" });
    expect((await send({ maxRedirects: 3 })).status).toBe(304);
  });

  it("never lead to a private host, by text or after DNS, nor to another port of one", async () => {
    const inward = await startServer(text("secret"));
    answers = [["127.0.0.1"], ["127.0.0.2"]];
    for (const target of [
      `http://127.0.0.2:${inward.port}/`,
      `http://localhost:${inward.port}/`,
      "https://10.0.0.1/",
      "http://[::1]/",
      `https://rebound.example.org:${inward.port}/`,
    ]) {
      server.answer = redirect(target);
      expect([target, await failure({ url: atHost("feeds.example.org"), maxRedirects: 3 })]).toEqual([
        target,
        privateAddress,
      ]);
      answers = [["127.0.0.1"], ["127.0.0.2"]];
    }
    server.answer = redirect(inward.url);
    const operator = { privateHost: true, maxRedirects: 3 };
    expect(await failure(operator, createHttpClient())).toBe(privateAddress);
    expect(inward.connections).toEqual([]);
    await inward.close();
  });

  it("stay on the operator's private origin, or on listed hosts", async () => {
    server.answer = hops(2);
    expect(await failure({ privateHost: true, maxRedirects: 3 }, createHttpClient())).toBe("status 200");
    server.answer = (response, { headers, url }) =>
      url === "/"
        ? redirect(`http://localhost:${server.port}/there`)(response, {} as never)
        : text(headers.host!)(response, {} as never);
    const listed = createHttpClient({ allowPrivateHosts: ["localhost"] });
    expect(await failure({ privateHost: true, maxRedirects: 3 }, listed)).toBe("status 200");
  });

  it("carry no credentials to another origin", async () => {
    const other = await startServer(text("there"));
    server.answer = redirect(other.url);
    const headers = {
      accept: "application/json",
      authorization: "Bearer k",
      "x-api-key": "k",
      cookie: "a=b",
    };
    expect(await failure({ maxRedirects: 1, headers })).toBe("status 200");
    expect(other.requests[0]!.headers).toMatchObject({
      accept: "application/json",
      "user-agent": "Prior-Art",
    });
    for (const name of ["authorization", "x-api-key", "cookie"])
      expect(other.requests[0]!.headers).not.toHaveProperty(name);
    server.answer = hops(1);
    await send({ maxRedirects: 1, headers });
    expect(server.requests.at(-1)!.headers).toMatchObject(headers);
    await other.close();
  });

  it.each([
    "file:///etc/hosts",
    "http://example.org/",
    "http://10.0.0.1/",
    "ftp://example.org/feed.json",
    "data:application/json,{}",
    "http://user:pass@127.0.0.1/",
    "http://user@127.0.0.1/",
    "http://:pass@127.0.0.1/",
  ])("to %s are refused", async (location) => {
    server.answer = redirect(location);
    expect(await failure({ maxRedirects: 3 })).toBe(
      "HttpError redirect: a redirect to a URL that is not fetched (not https, or with credentials)",
    );
  });

  it.each(["https://", "http://exa mple/"])("to %j, which is not a URL, are refused", async (location) => {
    server.answer = redirect(location);
    expect(await failure({ maxRedirects: 3 })).toBe("HttpError redirect: a redirect without a valid URL");
  });

  it("without a Location are refused", async () => {
    server.answer = text("", 302);
    expect(await failure({ maxRedirects: 3 })).toBe("HttpError redirect: a redirect without a valid URL");
  });
});

describe("failures of the connection", () => {
  const broken = /^HttpError broken: the connection failed \([A-Z_]+\)$/;
  /** Destroys the connection of the first requests. */
  const failing =
    (times: number, then = text("ok")): TestServer["answer"] =>
    (response, request) => {
      if (server.requests.length <= times) response.destroy();
      else then(response, request);
    };

  it("are retried once for a GET, including a truncated body", async () => {
    server.answer = failing(1);
    expect(await failure()).toBe("status 200");
    expect(server.requests).toHaveLength(2);
    server.requests.length = 0;
    server.answer = failing(2);
    expect(await failure()).toMatch(broken);
    expect(server.requests).toHaveLength(2);
    server.requests.length = 0;
    server.answer = (response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("only this");
      setImmediate(() => response.destroy());
    };
    expect(await failure()).toMatch(broken);
    expect(server.requests).toHaveLength(2);
  });

  it("are not retried for a POST that may have been sent, nor if the caller has a backoff", async () => {
    server.answer = failing(1);
    expect(await failure({ method: "POST", body: "x" })).toMatch(broken);
    expect(server.requests).toHaveLength(1);
    server.requests.length = 0;
    expect(await failure({ retry: false })).toMatch(broken);
    expect(server.requests).toHaveLength(1);
  });

  it("are retried once for a POST that was not sent", async () => {
    answers = [[], ["127.0.0.1"]];
    const post = { url: atHost("hooks.example.org"), method: "POST" as const, body: "x" };
    expect(await failure(post)).toBe("status 200");
    answers = [[], [], ["127.0.0.1"]];
    expect(await failure(post)).toBe("HttpError unreachable: no connection (ENOTFOUND)");
    expect(server.requests).toHaveLength(1);
  });

  it("statuses, bounds and refused addresses are not retried", async () => {
    server.answer = text("", 503);
    expect(await failure()).toBe("status 503");
    server.answer = text("x".repeat(1_001));
    await failure();
    expect(server.requests).toHaveLength(2);
    answers = [["127.0.0.2"], ["127.0.0.1"]];
    expect(await failure({ url: atHost("feeds.example.org") })).toBe(privateAddress);
  });

  it("report the system's code, and neither the URL nor the content", async () => {
    await server.close();
    const error = await send({ url: `${server.url}/?key=hush`, headers: { authorization: "hush" } }).catch(
      (caught: HttpError) => caught,
    );
    expect(error).toBeInstanceOf(HttpError);
    expect((error as HttpError).kind).toBe("unreachable");
    expect((error as HttpError).message).toBe("no connection (ECONNREFUSED)");
    server = await startServer(text("ok"));
  });

  it("a server that does not reply with HTTP counts as a broken connection", async () => {
    const other = createServer((socket) => socket.resume().end("nonsense\r\n\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    expect(await failure({ url: `http://127.0.0.1:${port}/` })).toMatch(/^HttpError broken: /);
    await new Promise<void>((resolve) => other.close(() => resolve()));
  });
});
