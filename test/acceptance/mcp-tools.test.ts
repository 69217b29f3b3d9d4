/** The tools, resources and prompts, asked by the official client over HTTP in both revisions of the protocol. */
import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { operationList } from "../../src/contract/api/operations.ts";
import { operationsWithoutTool, tools } from "../../src/mcp/tools.ts";
import {
  closeClientsAfterwards,
  connectHttp,
  connectStdio,
  errorOf,
  revisions,
  structured,
  textOf,
} from "./harness/mcp-clients.ts";
import { useService, useSharedService } from "./harness/service.ts";

const service = useSharedService();
closeClientsAfterwards();

/** Calls that every server answers; each with what its answer must hold. */
const calls: [tool: string, args: Record<string, unknown>, field: string][] = [
  ["searchProjects", { query: "radio for pharmacies" }, "results"],
  ["getProject", { slug: "pillbox-radio" }, "description"],
  ["similarProjects", { slug: "pillbox-radio", limit: 3 }, "results"],
  ["neighborhood", { query: "market vendors settle payments by text message" }, "total"],
  ["searchArchive", { query: "light client fraud proofs" }, "results"],
  ["analyze", { cohort: {}, dimensions: ["categories"] }, "buckets"],
  ["compare", { cohortA: { winnersOnly: true }, cohortB: {}, dimensions: ["clusters"] }, "results"],
  ["clusters", {}, "clusters"],
  ["technologies", {}, "results"],
  [
    "technologies",
    { question: "trend", technology: { category: "languages", name: "typescript" } },
    "hackathons",
  ],
  ["filters", {}, "hackathons"],
  ["filters", { list: "tracks", contains: "pay" }, "tracks"],
  ["categories", {}, "categories"],
  ["resources", {}, "hackathon"],
  ["faqs", {}, "faqs"],
];

describe.each(revisions)("the %s revision over HTTP", (revision) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectHttp(service().url, { revision, token: service().tokens.demo });
  });

  it("lists every tool with a title, annotations and schemas", async () => {
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const { title, description, annotations, inputSchema, outputSchema } of listed) {
      expect(title).toBeTruthy();
      expect(description).toBeTruthy();
      expect(annotations?.readOnlyHint).toBeTypeOf("boolean");
      expect(inputSchema.type).toBe("object");
      expect(outputSchema?.type).toBe("object");
    }
  });

  it.each(calls)("%s %j answers with text and with fields of its schema", async (name, args, field) => {
    // The client refuses structured content that does not match the output schema.
    await client.listTools();
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError).toBeFalsy();
    expect(structured(result)[field]).toBeDefined();
    expect(textOf(result)).toContain(field);
  });

  it("reads a document page by page to its end, and its like", async () => {
    const found = structured(
      await client.callTool({ name: "searchArchive", arguments: { query: "mint", limit: 1 } }),
    );
    const { documentId } = found.results[0];
    let read = "";
    let total = -1;
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor !== undefined; pages++) {
      const page = structured(
        await client.callTool({ name: "readDocument", arguments: { documentId, maxChars: 500, cursor } }),
      );
      expect(page.offset).toBe([...read].length);
      read += page.content;
      total = page.totalChars;
      cursor = page.nextCursor;
    }
    expect([...read].length).toBe(total);
    const similar = await client.callTool({ name: "similarDocuments", arguments: { documentId, limit: 2 } });
    expect(structured(similar).results.length).toBeGreaterThan(0);
  });

  it("pages through a search as the API does", async () => {
    const search = { query: "payments", limit: 4 };
    const pages: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const answer = structured(
        await client.callTool({ name: "searchProjects", arguments: { ...search, cursor } }),
      );
      pages.push(...answer.results.map(({ slug }: { slug: string }) => slug));
      cursor = answer.nextCursor;
    }
    const { results } = await service().searchProjects({ query: "payments", limit: 12 });
    expect(pages).toEqual(results.map(({ slug }) => slug));
  });

  it("lists resources and templates, completes a slug, reads a project and a document", async () => {
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      "priorart://filters",
      "priorart://categories",
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ name }) => name)).toEqual(["project", "document"]);
    const completed = await client.complete({
      ref: { type: "ref/resource", uri: "priorart://projects/{slug}" },
      argument: { name: "slug", value: "pillbox" },
    });
    expect(completed.completion.values).toContain("pillbox-radio");
    const project = await client.readResource({ uri: "priorart://projects/pillbox-radio" });
    expect((project.contents[0] as { text: string }).text).toContain("slug: pillbox-radio");
    const found = await service().searchArchives({ query: "mint", limit: 1 });
    const { documentId, title } = found.results[0]!;
    const document = await client.readResource({ uri: `priorart://archive/${documentId}` });
    expect((document.contents[0] as { text: string }).text).toContain(title);
    for (const uri of ["priorart://projects/no-such-project", "priorart://nothing", "https://example.org/"])
      await expect(client.readResource({ uri })).rejects.toThrow();
  });

  it("lists and fills prompts; without the argument it says what to send", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["checkMyIdea", "priorArtReport", "mapSpace"]);
    const { messages } = await client.getPrompt({
      name: "checkMyIdea",
      arguments: { idea: "text-message payments" },
    });
    expect((messages[0]!.content as { text: string }).text).toContain("text-message payments");
    await expect(client.getPrompt({ name: "checkMyIdea" })).rejects.toThrow(/idea: is required/);
    await expect(client.getPrompt({ name: "checkIdea" })).rejects.toThrow(/checkMyIdea/);
  });

  it("answers wrong arguments with what to send instead", async () => {
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ["searchProjects", { qurey: "x" }, /qurey: unknown argument; did you mean "query"/],
      ["searchProjects", { limit: 26 }, /limit: at most 25, got 26/],
      ["searchProjects", { detail: "long" }, /detail: must be one of brief, full/],
      ["searchProjects", { query: "x", cursor: "zzz" }, /cursor: .*nextCursor/],
      ["searchProjects", { filters: { categoryKeys: ["gamin"] } }, /nearest: .*"gaming"/],
      ["getProject", {}, /slug: is required/],
      ["getProject", { slug: "pillbox-radios" }, /Nearest slugs: .*"pillbox-radio"/],
      ["readDocument", { documentId: "7" }, /documentId: must be a UUID\n.*searchArchive/],
      ["technologies", { question: "count" }, /technology: is required/],
      ["clusters", { key: "v999-c1" }, /NOT_FOUND: .*\n.*clusters without arguments/],
      ["filters", { list: "hackathon" }, /list: must be one of .*hackathons/],
      ["compare", { cohortA: {} }, /cohortB: is required; dimensions: is required/],
    ];
    for (const [name, args, message] of cases)
      expect(errorOf(await client.callTool({ name, arguments: args }))).toMatch(message);
    await expect(client.callTool({ name: "searchProject", arguments: {} })).rejects.toThrow(
      /"searchProjects"/,
    );
  });

  it("warns of names that match nothing, with the nearest", async () => {
    const result = await client.callTool({
      name: "analyze",
      arguments: { cohort: { hackathons: ["meridian-2032"] }, dimensions: ["tracks"] },
    });
    expect(structured(result).warnings).toEqual([
      expect.stringMatching(
        /^cohort\.hackathons: nothing is named "meridian-2032"; nearest: "meridian-2023"/,
      ),
    ]);
    expect(textOf(result)).toContain("meridian-2023");
  });
});

describe.each(revisions)("the %s revision over stdio", (revision) => {
  const serving = useService();

  it("answers from the data directory of a running server; what needs an account is not offered", async () => {
    const { client } = await connectStdio(["--data", serving().data], { revision });
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    expect(listed).toEqual(
      tools.map(({ name }) => name).filter((name) => !/feedback|suggestSource/.test(name)),
    );
    for (const [name, args, field] of calls) {
      const result = await client.callTool({ name, arguments: args });
      expect([name, result.isError ? textOf(result) : structured(result)[field]]).toEqual([
        name,
        expect.anything(),
      ]);
    }
    await expect(client.callTool({ name: "feedback", arguments: {} })).rejects.toThrow(/--server/);
  });

  it("answers from another server with a token, eight concurrent calls", async () => {
    const env = { PRIORART_SERVER: `${service().url}/`, PRIORART_TOKEN: service().tokens.demo };
    const { client } = await connectStdio([], { revision, env });
    const results = await Promise.all(
      calls.slice(0, 8).map(([name, args]) => client.callTool({ name, arguments: args })),
    );
    expect(results.map(({ isError }) => isError ?? false)).toEqual(results.map(() => false));
    expect(errorOf(await client.callTool({ name: "getProject", arguments: { slug: "no-such" } }))).toContain(
      "NOT_FOUND",
    );
  });
});

it("every operation has a tool, or is listed as none", () => {
  const asked: string[] = tools.flatMap(({ operations }) => operations);
  const known = [...asked, ...operationsWithoutTool];
  expect(operationList.map(({ id }) => id).filter((id) => !known.includes(id))).toEqual([]);
});
