import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { clientFiles } from "./client-files.ts";
import { declaration, typeText } from "./schema-types.ts";

const folder = new URL("../../packages/client/src/generated/", import.meta.url);

describe("the generated files of packages/client", () => {
  it("are current (run `npx tsx scripts/client.ts` after a change of the contract)", async () => {
    const expected = clientFiles();
    expect((await readdir(folder)).sort()).toEqual(Object.keys(expected));
    for (const [name, text] of Object.entries(expected))
      expect(await readFile(new URL(name, folder), "utf8"), name).toBe(text);
  });
});

describe("the type of a schema", () => {
  const request = { direction: "request", indent: 0 } as const;
  const response = { direction: "response", indent: 0 } as const;

  it("has optional fields that may be undefined in requests only, and read-only lists there", () => {
    const schema = {
      type: "object",
      properties: {
        limit: { type: "integer", minimum: 1, maximum: 25, default: 10, description: "results" },
        slugs: { type: "array", items: { type: ["string", "null"] } },
      },
      required: ["slugs"],
    };
    expect(declaration("Given", schema, "request")).toBe(
      "export interface Given {\n  /** results; 1 to 25; default 10 */\n  limit?: number | undefined;\n" +
        "  slugs: ReadonlyArray<string | null>;\n}",
    );
    expect(declaration("Sent", schema, "response")).toBe(
      "export interface Sent {\n  /** results */\n  limit?: number;\n  slugs: Array<string | null>;\n}",
    );
  });

  it("keeps literals, references and records", () => {
    expect(typeText({ anyOf: [{ $ref: "#/components/schemas/Prize" }, { type: "null" }] }, response)).toBe(
      "Prize | null",
    );
    expect(typeText({ type: "string", enum: ["a", "b"] }, request)).toBe('"a" | "b"');
    expect(typeText({ type: "object", additionalProperties: {} }, response)).toBe("Record<string, unknown>");
    const keys = { propertyNames: { enum: ["a"] }, additionalProperties: { type: "integer" } };
    expect(typeText({ type: "object", ...keys }, response)).toBe('Partial<Record<"a", number>>');
  });

  it("is refused for a keyword that would be lost", () => {
    expect(() => typeText({ allOf: [] }, response)).toThrow(
      "Teach scripts/client/schema-types.ts the keyword allOf",
    );
  });
});
