/** Wrong arguments of every tool: the agent can repair the call from the message alone. */
import { describe, expect, it } from "vitest";
import { type Operation, operations } from "../contract/api/operations.ts";
import { parseInput } from "../contract/api/validation.ts";
import { inputSchema } from "./arguments.ts";
import { callTool } from "./call-tool.ts";
import { createKnownNames } from "./known-names.ts";
import type { Json, Tool } from "./tool.ts";
import { tools } from "./tools.ts";

/** The message of a refused call; fails when the arguments are accepted. */
async function refusalOf(tool: Tool, args: Json): Promise<string> {
  const result = await callTool(tool, args, {
    port: {
      offers: () => true,
      execute: async (id, request) => {
        const operation: Operation = operations[id];
        parseInput(operation, request);
        throw new Error(`${tool.name} accepts ${JSON.stringify(args)}`);
      },
    },
    names: createKnownNames(),
    signal: new AbortController().signal,
    onProblem: (error) => {
      throw error;
    },
  });
  const [block] = result.content;
  return block?.type === "text" ? block.text : "";
}

/** Arguments that each tool accepts, all its required ones among them. */
const accepted: Record<string, Json> = {
  searchProjects: {},
  getProject: { slug: "a" },
  similarProjects: { slug: "a" },
  neighborhood: { query: "text-message payments" },
  searchArchive: { query: "mint" },
  readDocument: { documentId: "badfd728-670c-4023-b103-f88669a865c1" },
  similarDocuments: { documentId: "badfd728-670c-4023-b103-f88669a865c1" },
  analyze: { cohort: {}, dimensions: ["tracks"] },
  compare: { cohortA: {}, cohortB: {}, dimensions: ["tracks"] },
  clusters: {},
  technologies: {},
  filters: {},
  categories: {},
  resources: {},
  faqs: { program: "hackathon" },
  feedback: { category: "other", message: "m" },
  suggestSource: { url: "https://papers.example.com/" },
};

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const propertiesOf = (tool: Tool) => Object.entries(inputSchema(tool).properties as Record<string, Schema>);

/** Values of another type. */
const wrongTypes: Record<string, unknown> = {
  string: 7,
  integer: "many",
  number: "many",
  boolean: "perhaps",
  array: 7,
  object: "all",
};

/** Values just beyond each bound of a schema, with the rule that the message must name. */
function beyond(schema: Schema): [value: unknown, rule: RegExp][] {
  const found: [unknown, RegExp][] = [];
  const { minimum, maximum, minLength, maxLength, maxItems, minItems } = schema;
  if (schema.enum) found.push(["no-such-choice", /must be one of/]);
  // The greatest safe integer is no bound of the service's own.
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    found.push([maximum + 1, new RegExp(`at most ${maximum}\\b`)]);
  if (minimum !== undefined && minimum > -Number.MAX_SAFE_INTEGER)
    found.push([minimum - 1, new RegExp(`at least ${minimum}\\b`)]);
  if (maxLength !== undefined) found.push(["x".repeat(maxLength + 1), new RegExp(`${maxLength}\\b`)]);
  if (minLength !== undefined && minLength > 1)
    found.push(["x".repeat(minLength - 1), new RegExp(`${minLength}\\b`)]);
  if (maxItems !== undefined)
    found.push([Array.from({ length: maxItems + 1 }, (_, i) => `x${i}`), new RegExp(`${maxItems}\\b`)]);
  if (minItems !== undefined && minItems > 0) found.push([[], new RegExp(`${minItems}\\b`)]);
  return found;
}

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const base = accepted[name]!;

  it("accepts the arguments that the cases below change", async () => {
    await expect(refusalOf(tool, base)).rejects.toThrow(`${name} accepts`);
  });

  it("names a required argument that is missing", async () => {
    for (const field of (inputSchema(tool).required ?? []) as string[]) {
      const { [field]: _, ...rest } = base;
      expect(await refusalOf(tool, rest)).toMatch(
        new RegExp(`^INVALID_QUERY: (?:.*; )?${field}: is required`),
      );
    }
  });

  it("names an unknown argument, the nearest one and all there are", async () => {
    const known = propertiesOf(tool).map(([field]) => field);
    const [near] = known;
    const misspelled = `${near!.slice(0, -1)}${near!.at(-1)}q`;
    expect(await refusalOf(tool, { ...base, [misspelled]: 1 })).toBe(
      `INVALID_QUERY: ${misspelled}: unknown argument; did you mean "${near}"? (arguments: ${known.join(", ")})`,
    );
    expect(await refusalOf(tool, { ...base, zzzzzzzzzzzz: 1 })).toContain(
      `zzzzzzzzzzzz: unknown argument, remove it (arguments: ${known.join(", ")})`,
    );
  });

  it("names an argument of the wrong type, and what it must be", async () => {
    for (const [field, schema] of propertiesOf(tool)) {
      const type = [schema.type].flat()[0] ?? "object";
      const message = await refusalOf(tool, { ...base, [field]: wrongTypes[type] });
      expect([field, message]).toEqual([
        field,
        expect.stringMatching(new RegExp(`^INVALID_QUERY: ${field}: \\S`)),
      ]);
      expect(message).toMatch(
        /must be|must match|at (?:least|most)|use |send |give |invalid|expected|whole number/i,
      );
    }
  });

  it("names an argument beyond its bounds, and the bound", async () => {
    for (const [field, schema] of propertiesOf(tool))
      for (const [value, rule] of beyond(schema)) {
        const message = await refusalOf(tool, { ...base, [field]: value });
        expect([field, message]).toEqual([
          field,
          expect.stringMatching(new RegExp(`^INVALID_QUERY: ${field}`)),
        ]);
        expect(message).toMatch(rule);
      }
  });
});
