import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { curlCode, javascriptCode, pythonCode, type SampleRequest } from "./request-code.ts";
import { targetOf } from "./request-target.ts";

const body = JSON.stringify({ query: `it's "quoted" \\ $HOME \`x\``, flag: true, none: null });
const post: SampleRequest = { method: "POST", url: "http://127.0.0.1:1/api/v1/search/projects", body };
const get: SampleRequest = { method: "GET", url: "http://127.0.0.1:1/api/v1/faqs?q=a'b", body: null };

describe("a sample", () => {
  it("for the shell passes URL and body unchanged", () => {
    const echo = (request: SampleRequest) =>
      execFileSync("bash", [
        "-c",
        `curl() { printf '%s\\n' "$@"; }; PRIORART_TOKEN=pa_x; ${curlCode(request)}`,
      ])
        .toString()
        .split("\n");
    expect(echo(post)).toEqual(expect.arrayContaining([post.url, "Authorization: Bearer pa_x", body]));
    expect(echo(get)).toContain(get.url);
    expect(curlCode(get)).not.toContain("Content-Type");
  });

  it("in JavaScript sends the same request", async () => {
    for (const request of [post, get]) {
      const sent: unknown[] = [];
      const fetch = async (url: string, options: object) => {
        sent.push(url, options);
        return new Response("{}");
      };
      const process = { env: { PRIORART_TOKEN: "pa_x" } };
      const run = new Function(
        "fetch",
        "process",
        "console",
        `return (async () => {${javascriptCode(request)}})()`,
      );
      await run(fetch, process, { log: () => {} });
      expect(sent).toEqual([
        request.url,
        {
          ...(request.method === "POST" && { method: "POST" }),
          headers: {
            Authorization: "Bearer pa_x",
            ...(request.body !== null && { "Content-Type": "application/json" }),
          },
          ...(request.body !== null && { body: request.body }),
        },
      ]);
    }
  });

  it.skipIf(!existsSync("/usr/bin/python3"))("in Python is a program with the same body", () => {
    for (const request of [post, get]) {
      const program = pythonCode(request).replace(
        /with urlopen[\s\S]*$/,
        "print(request.full_url); print((request.data or b'').decode())",
      );
      const env = { ...process.env, PRIORART_TOKEN: "pa_x" };
      expect(execFileSync("/usr/bin/python3", ["-c", program], { env }).toString()).toBe(
        `${request.url}\n${request.body ?? ""}\n`,
      );
    }
  });
});

it("a target has encoded path values, and no empty query fields", () => {
  const parameters = [
    { name: "slug", in: "path", required: true, schema: {} },
    { name: "q", in: "query", required: false, schema: {} },
    { name: "limit", in: "query", required: false, schema: {} },
  ] as const;
  const operation = { path: "/projects/by-slug/{slug}/similar", parameters: [...parameters] };
  expect(targetOf(operation, { slug: "a/b c", q: "", limit: "5" })).toBe(
    "/projects/by-slug/a%2Fb%20c/similar?limit=5",
  );
  expect(targetOf(operation, { slug: "x" })).toBe("/projects/by-slug/x/similar");
});
