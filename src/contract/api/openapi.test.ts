import { readFile } from "node:fs/promises";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { buildOpenApi } from "./openapi.ts";
import { componentSchemas } from "./openapi-schemas.ts";
import { operationList, operations } from "./operations.ts";

type Document = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: { schemas: Record<string, Record<string, unknown>> };
};
const document = buildOpenApi() as unknown as Document;

/** ajv with the document's schemas registered under their references. */
function validator() {
  const ajv = new Ajv2020.default({ strict: true, strictTypes: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(["components", "paths"]);
  const { components, paths } = document;
  ajv.addSchema({ $id: "https://prior.art/openapi", components, paths });
  return (place: string) => ajv.compile({ $ref: `https://prior.art/openapi#/${place}` });
}

/** The place of an operation's body, as a JSON pointer. */
const bodyOf = (path: string) =>
  `paths/${path.replaceAll("/", "~1")}/post/requestBody/content/application~1json/schema`;

describe("the OpenAPI document", () => {
  it("equals the committed openapi.json (run `npx tsx scripts/openapi.ts` after a change)", async () => {
    const committed = await readFile(new URL("../../../openapi.json", import.meta.url), "utf8");
    expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it("contains every operation of the table at its path and method", () => {
    for (const operation of operationList) {
      const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
      const entry = document.paths[path]?.[operation.method.toLowerCase()];
      expect(entry?.operationId, operation.id).toBe(operation.id);
      expect(Object.keys(entry?.responses ?? {})).toContain(String(operation.successStatus));
      expect(Object.keys(entry?.responses ?? {})).toEqual(
        expect.arrayContaining(["401", "429", "500", "503"]),
      );
    }
    const described = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(described).toHaveLength(operationList.length);
    for (const [key, operation] of Object.entries(operations)) expect(operation.id).toBe(key);
  });

  it("references only existing components", () => {
    const { components } = document as unknown as { components: Record<string, Record<string, unknown>> };
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      const [, , section = "", name = ""] = reference?.split("/") ?? [];
      expect(components[section]?.[name], reference).toBeDefined();
    }
  });

  it("has no defaults in named schemas, where generators of clients would require the fields", () => {
    const withDefaults = Object.entries(document.components.schemas).filter(([, schema]) =>
      JSON.stringify(schema).includes('"default":'),
    );
    expect(withDefaults.map(([name]) => name)).toEqual([]);
  });

  it("has schemas that compile", () => {
    const compile = validator();
    for (const name of Object.keys(componentSchemas()))
      expect(() => compile(`components/schemas/${name}`), name).not.toThrow();
  });

  it("accepts and refuses requests and responses like the contract", () => {
    const compile = validator();
    const request = compile(bodyOf("/search/projects"));
    expect(request({ query: "x", filters: { winnersOnly: true } })).toBe(true);
    expect(request({ query: "x", unknown: 1 })).toBe(false);
    expect(request({ filters: { unknown: 1 } })).toBe(false);
    expect(request({ query: "😀".repeat(500) })).toBe(true);
    expect(request({ query: "😀".repeat(501) })).toBe(false);
    const archive = compile(bodyOf("/search/archives"));
    expect(archive({ query: "x", unknown: 1 })).toBe(true);
    expect(archive({})).toBe(false);
    const status = compile("components/schemas/Status");
    expect(status({ authenticated: true, expiresAt: null, scope: null, later: 1 })).toBe(true);
    expect(status({ authenticated: true })).toBe(false);
  });

  it("contains examples that its own schemas accept", () => {
    for (const operation of operationList) {
      if (!operation.example || !operation.request.body) continue;
      expect(operation.request.body.safeParse(operation.example).success, operation.id).toBe(true);
    }
  });

  it("names the scopes after the service", () => {
    expect(JSON.stringify(buildOpenApi({ service: "acme" }))).toContain("acme:read");
  });
});
