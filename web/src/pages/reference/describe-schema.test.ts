import { describe, expect, it } from "vitest";
import { buildOpenApi } from "../../../../src/contract/api/openapi.ts";
import { operationList } from "../../../../src/contract/api/operations.ts";
import { childrenOf, rulesOf, typeOf } from "./describe-schema.ts";
import { type OpenApiDocument, resolverOf, type Schema, topicsOf } from "./openapi-document.ts";

const document = buildOpenApi() as unknown as OpenApiDocument;
const resolve = resolverOf(document);
const topics = topicsOf(document);
const operation = (id: string) =>
  topics.flatMap(({ operations }) => operations).find((one) => one.id === id)!;

describe("the reference", () => {
  it("has every operation of the table under its topic", () => {
    const listed = topics.flatMap(({ name, operations }) => operations.map(({ id }) => `${name} ${id}`));
    expect(listed.sort()).toEqual(operationList.map(({ topic, id }) => `${topic} ${id}`).sort());
  });

  it("describes the fields of a request with bounds, values and defaults", () => {
    const fields = childrenOf(operation("searchProjects").body!.schema!, resolve);
    const shown = (name: string) => {
      const { schema, required } = fields.find((field) => field.name === name)!;
      return [typeOf(schema, resolve), required, ...rulesOf(schema, resolve)];
    };
    expect(shown("query")).toEqual(["string", false, "at most 500 characters", 'default ""']);
    expect(shown("limit")).toEqual(["integer", false, "1 to 25", "default 10"]);
    expect(shown("hackathons")).toEqual(["list of strings", false, "at most 10 items"]);
    expect(shown("diversify")).toEqual(["boolean", false, "default false"]);
    const filters = fields.find(({ name }) => name === "filters")!;
    expect(childrenOf(filters.schema, resolve).map(({ name }) => name)).toContain("winnersOnly");
    const documents = childrenOf(operation("searchArchives").body!.schema!, resolve);
    expect(documents.find(({ name }) => name === "query")!.required).toBe(true);
  });

  it("resolves parameters that are references", () => {
    expect(operation("getFilters").parameters).toMatchObject([{ name: "If-None-Match", in: "header" }]);
  });

  it("describes every schema of the document without an empty type", () => {
    const seen = new Set<string>();
    const visit = (schema: Schema, depth = 0) => {
      if (depth > 12) throw new Error("the schemas refer to each other without end");
      expect(typeOf(schema, resolve)).toMatch(/\w/);
      rulesOf(schema, resolve);
      for (const child of childrenOf(schema, resolve)) visit(child.schema, depth + 1);
    };
    for (const { operations } of topics)
      for (const { id, body, responses } of operations) {
        seen.add(id);
        if (body?.schema) visit(body.schema);
        for (const { bodies } of responses) for (const { schema } of bodies) if (schema) visit(schema);
      }
    expect(seen.size).toBe(operationList.length);
  });
});

describe("a schema", () => {
  const none = (schema: Schema) => schema;
  it.each<[Schema, string]>([
    [{ type: "string" }, "string"],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer or null"],
    [
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
      "list of strings or numbers",
    ],
    [{ type: "array", items: { type: "array", items: { type: "integer" } } }, "list of lists of integers"],
    [{ type: "array", items: { const: "project" } }, 'list of "project"'],
    [{ const: "project" }, '"project"'],
    [{ enum: ["a", "b"] }, "string"],
    [{}, "anything"],
    [{ type: "string", format: "uuid" }, "UUID"],
    [{ type: ["string", "null"] }, "string or null"],
  ])("%j is %s", (schema, type) => {
    expect(typeOf(schema, none)).toBe(type);
  });

  it.each<[Schema, string[]]>([
    [{ minLength: 1, maxLength: 500 }, ["1 to 500 characters"]],
    [{ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ["at least 0"]],
    [{ minItems: 2, maxItems: 2 }, ["2 items"]],
    [{ minLength: 0 }, []],
    [{ enum: ["a", "b"], default: "a" }, ['one of "a", "b"', 'default "a"']],
    [{ additionalProperties: false }, ["no other fields"]],
  ])("%j has the rules %j", (schema, rules) => {
    expect(rulesOf(schema, none)).toEqual(rules);
  });
});
