import { describe, expect, it } from "vitest";
import { at, atHost, failure, privateAddress, send, useHttpServer } from "./http-client.case.ts";
import { createHttpClient } from "./http-client.ts";
import { redirect, startServer, type TestServer, text } from "./server.case.ts";

useHttpServer();

describe("redirects", () => {
  const hops =
    (last: number): TestServer["answer"] =>
    (response, request) => {
      const step = Number(new URL(request.url!, at.server.url).searchParams.get("step") ?? 0);
      if (step === last) response.end("there");
      else response.writeHead([301, 302, 303, 307, 308][step % 5]!, { Location: `?step=${step + 1}` }).end();
    };

  it("are followed up to the limit", async () => {
    at.server.answer = hops(3);
    expect((await send({ maxRedirects: 3 })).body.toString()).toBe("there");
    at.server.answer = hops(5);
    expect((await send({ maxRedirects: 5 })).body.toString()).toBe("there");
    at.server.answer = hops(4);
    expect(await failure({ maxRedirects: 3 })).toBe("HttpError redirect: too many redirects (more than 3)");
  });

  it("are returned as the response where none are allowed, and always for a POST", async () => {
    at.server.answer = redirect("/elsewhere");
    const response = await send();
    expect([response.status, response.headers.get("location")]).toEqual([302, "/elsewhere"]);
    expect((await send({ method: "POST", body: "x", maxRedirects: 3 })).status).toBe(302);
    expect(at.server.requests.map(({ path }) => path)).toEqual(["/", "/"]);
  });

  it("other 3xx statuses are responses", async () => {
    at.server.answer = text("", 304, { Location: "/x" });
    expect((await send({ maxRedirects: 3 })).status).toBe(304);
  });

  it("never lead to a private host, by text or after DNS, nor to another port of one", async () => {
    const inward = await startServer(text("secret"));
    at.answers = [["127.0.0.1"], ["127.0.0.2"]];
    for (const target of [
      `http://127.0.0.2:${inward.port}/`,
      `http://localhost:${inward.port}/`,
      "https://10.0.0.1/",
      "http://[::1]/",
      `https://rebound.example.org:${inward.port}/`,
    ]) {
      at.server.answer = redirect(target);
      expect([target, await failure({ url: atHost("feeds.example.org"), maxRedirects: 3 })]).toEqual([
        target,
        privateAddress,
      ]);
      at.answers = [["127.0.0.1"], ["127.0.0.2"]];
    }
    at.server.answer = redirect(inward.url);
    const operator = { privateHost: true, maxRedirects: 3 };
    expect(await failure(operator, createHttpClient())).toBe(privateAddress);
    expect(inward.connections).toEqual([]);
    await inward.close();
  });

  it("stay on the operator's private origin, or on listed hosts", async () => {
    at.server.answer = hops(2);
    expect(await failure({ privateHost: true, maxRedirects: 3 }, createHttpClient())).toBe("status 200");
    at.server.answer = (response, { headers, url }) =>
      url === "/"
        ? redirect(`http://localhost:${at.server.port}/there`)(response, {} as never)
        : text(headers.host!)(response, {} as never);
    const listed = createHttpClient({ allowPrivateHosts: ["localhost"] });
    expect(await failure({ privateHost: true, maxRedirects: 3 }, listed)).toBe("status 200");
  });

  it("carry no credentials to another origin", async () => {
    const other = await startServer(text("there"));
    at.server.answer = redirect(other.url);
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
    at.server.answer = hops(1);
    await send({ maxRedirects: 1, headers });
    expect(at.server.requests.at(-1)!.headers).toMatchObject(headers);
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
    at.server.answer = redirect(location);
    expect(await failure({ maxRedirects: 3 })).toBe(
      "HttpError redirect: a redirect to a URL that is not fetched (not https, or with credentials)",
    );
  });

  it.each(["https://", "http://exa mple/"])("to %j, which is not a URL, are refused", async (location) => {
    at.server.answer = redirect(location);
    expect(await failure({ maxRedirects: 3 })).toBe("HttpError redirect: a redirect without a valid URL");
  });

  it("without a Location are refused", async () => {
    at.server.answer = text("", 302);
    expect(await failure({ maxRedirects: 3 })).toBe("HttpError redirect: a redirect without a valid URL");
  });
});
