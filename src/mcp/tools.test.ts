/** The tools as they are listed: schemas, fields and names. */
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { inlineSchema } from "../contract/api/openapi-schemas.ts";
import { operations } from "../contract/api/operations.ts";
import { inputSchema } from "./arguments.ts";
import { outputSchema } from "./output-schema.ts";
import type { Json } from "./tool.ts";
import { tools } from "./tools.ts";
import { pickSchema, selectionOf } from "./view/pick.ts";

const ajv = new Ajv2020.default({ strict: false });
addFormats.default(ajv);

/** The number of fields at the end of a path. */
function fieldsAt(schema: Json, path: readonly string[]): number {
  const [name, ...rest] = path;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.reduce((sum, one) => sum + fieldsAt(one, path), 0);
  if (schema.items) return fieldsAt(schema.items as Json, path);
  if (name === undefined) return 1;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const members = properties.filter(([key]) => name === "*" || key === name).map(([, member]) => member);
  if (name === "*" && schema.additionalProperties) members.push(schema.additionalProperties as Json);
  return members.reduce((sum, member) => sum + fieldsAt(member, rest), 0);
}

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (_, tool) => {
  it("has valid JSON Schemas, and arguments that describe their defaults", () => {
    for (const schema of [inputSchema(tool), outputSchema(tool)])
      expect(() => ajv.compile(schema)).not.toThrow();
    const validate = ajv.compile(inputSchema(tool));
    const { properties, required = [] } = inputSchema(tool);
    expect(validate({ unknown: 1 })).toBe(false);
    for (const name of required as string[]) expect(properties).toHaveProperty(name);
    for (const [name, value] of Object.entries(tool.defaults ?? {}))
      expect((properties as Record<string, Json>)[name]).toMatchObject({ default: value });
  });

  it("shows and clips only fields that its operations answer with", () => {
    const responses = tool.operations.map((id) => inlineSchema(operations[id].response));
    for (const path of [...tool.shown, ...Object.keys(tool.clipped ?? {})]) {
      const found = responses.map((schema) => fieldsAt(schema, path.split(".")));
      expect([path, Math.max(...found)]).toEqual([path, expect.toSatisfy((count: number) => count > 0)]);
    }
  });

  it("shows at least one field of what its first operation answers", () => {
    const schema = pickSchema(inlineSchema(operations[tool.operations[0]].response), selectionOf(tool.shown));
    expect(Object.keys(schema.properties as Json).length).toBeGreaterThan(0);
  });
});

it("names are unique, and hosts accept them", () => {
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-zA-Z]{1,64}$/);
});

it("names, descriptions and input schemas of all tools take at most 8,000 tokens", () => {
  const listed = tools.map((tool) => [tool.name, tool.description, inputSchema(tool)]);
  expect(JSON.stringify(listed).length / 4).toBeLessThan(8_000);
});
