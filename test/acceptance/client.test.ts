/** The client package against the built server: its README's examples, waiting for limits, pages, files and errors. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Client, type ClientOptions, createClient, isPriorArtError } from "@prior-art/client";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdPlaces } from "./harness/held-requests.ts";
import { useService, useSharedService } from "./harness/service.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("the README's examples", () => {
  const service = useSharedService();
  let folder: string;
  let blocks: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "priorart-examples-"));
    const readme = await readFile(join(root, "packages/client/README.md"), "utf8");
    blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Output of a program that may import the client. */
  async function output(code: string): Promise<string> {
    const input = join(folder, "example.js");
    await writeFile(input, code);
    const alias = { "@prior-art/client": join(root, "packages/client/src/index.ts") };
    const bundle = await rolldown({ input, platform: "node", resolve: { alias } });
    await bundle.write({ file: join(folder, "bundle.mjs"), format: "esm" });
    await bundle.close();
    const env = { ...process.env, PRIORART_SERVER: service().url, PRIORART_TOKEN: service().tokens.demo };
    const { stdout } = await promisify(execFile)(process.execPath, ["bundle.mjs"], { cwd: folder, env });
    return stdout;
  }

  it("run as they are", async () => {
    const outputs: string[] = [];
    for (const block of blocks) outputs.push(await output(block));
    const [start, options, pages, files, errors] = outputs;
    expect(start!.match(/ – /g)!.length).toBe(5);
    expect(Number(options)).toBeGreaterThan(0);
    expect(Number(pages!.replace(" winners\n", ""))).toBeGreaterThan(25);
    expect(files).toBe("saved\n");
    expect(await readFile(join(folder, "projects.csv"), "utf8")).toMatch(/^slug,/);
    expect(errors).toMatch(/^404 \S/);
    expect(outputs).toHaveLength(5);
  });
});

describe("a client", () => {
  const service = useSharedService();
  let client: Client;
  beforeAll(() => {
    client = createClient({ baseUrl: service().url, token: service().tokens.demo });
  });

  it("takes the root, the root with a slash, and the API's address with and without its segment", async () => {
    for (const path of ["", "/", "/api/v1", "/api/v1/", "/api/v1/research_assistant"]) {
      const { authenticated } = await createClient({
        baseUrl: `${service().url}${path}`,
        token: service().tokens.demo,
      }).getStatus();
      expect([path, authenticated]).toEqual([path, true]);
    }
  });

  it("pages through all projects once, as their file lists them", async () => {
    const slugs: string[] = [];
    let total = 0;
    for await (const page of client.pages.searchProjects({ limit: 20 })) {
      total = page.totalFound;
      slugs.push(...page.results.map(({ slug }) => slug));
    }
    expect(slugs).toHaveLength(total);
    expect(new Set(slugs).size).toBe(total);
    const lines = (await client.exportProjects({ format: "jsonl" })).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).slug)).toEqual(slugs);
  });

  it("pages through the archive's documents and through one document, nothing twice or left out", async () => {
    const query = "payments";
    const found: string[] = [];
    for await (const { results } of client.pages.searchArchives({ query, maxDocsPerSource: 0, limit: 7 }))
      found.push(...new Set(results.map(({ documentId }) => documentId)));
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(10);
    const whole = await client.readDocument({ documentId: found[0]!, maxChars: 20_000 });
    let text = "";
    for await (const { content } of client.pages.readDocument({ documentId: found[0]!, maxChars: 700 }))
      text += content;
    expect(text.slice(0, 20_000)).toBe(whole.content);
  });

  it("distinguishes errors, with the service's message", async () => {
    const wrong = await client.searchProjects({ filter: {} } as object).catch((error: unknown) => error);
    expect(isPriorArtError(wrong, "INVALID_QUERY")).toBe(true);
    expect((wrong as Error).message).toBe('filter: unknown field; did you mean "filters"?');
    const nobody = createClient({ baseUrl: service().url, token: "pa_nothing" });
    await expect(nobody.getStatus()).rejects.toMatchObject({ code: "UNAUTHORIZED", status: 401 });
    const page = createClient({ baseUrl: `${service().url}/projects`, token: service().tokens.demo });
    await expect(page.getStatus()).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_FOUND|UNREADABLE/),
    });
  });
});

describe("limits", () => {
  const service = useService({ env: { PRIORART_LIMIT_CONCURRENCY_WAIT: "0", PRIORART_LIMIT_SEARCH: "5" } });
  const clientOf = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: service().url, token: service().tokens.ada, ...options });

  it("of requests in flight are kept: eight concurrent calls all succeed, although the service lets none wait", async () => {
    const client = clientOf({ retries: 0 });
    const calls = Array.from({ length: 8 }, () => client.getCategories());
    for (const { categories } of await Promise.all(calls)) expect(categories).toHaveLength(41);
  });

  it("that others use up are waited for as Retry-After says", async () => {
    const held = await holdPlaces(service(), { token: service().tokens.ada, count: 2 });
    const started = Date.now();
    const call = clientOf().getCategories();
    await expect(clientOf({ retries: 0 }).getCategories()).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfter: 1,
    });
    held.abandon();
    expect((await call).categories).toHaveLength(41);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  });

  it("that last longer than a call is willing to wait are reported", async () => {
    const impatient = clientOf({ maxRetryAfter: 0 });
    const searches = async () => {
      for (;;) await impatient.searchProjects({ limit: 1 });
    };
    await expect(searches()).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryable: true,
      retryAfter: expect.any(Number),
    });
  });
});
