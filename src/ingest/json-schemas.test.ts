import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { documentRecordSchema } from "../contract/records/document-record.ts";
import { projectRecordSchema } from "../contract/records/project-record.ts";
import { type RecordName, recordJsonSchema, recordNames } from "./json-schemas.case.ts";

const fileOf = (name: RecordName) =>
  fileURLToPath(new URL(`../../docs/schemas/${name}.json`, import.meta.url));

describe.each(recordNames)("docs/schemas/%s.json", (name) => {
  it("matches what the importer checks (update with: npx vitest run src/ingest/json-schemas.test.ts -u)", async () => {
    await expect(recordJsonSchema(name)).toMatchFileSnapshot(fileOf(name));
  });

  it("compiles in strict mode", () => {
    compile(name);
  });
});

function compile(name: RecordName) {
  const ajv = new Ajv2020.default({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(recordJsonSchema(name)));
}

it("schema and importer agree on valid and invalid records", () => {
  const id = "7af82f9e-ece4-5384-b474-8bebc0d33610";
  const documents = [
    { source: "s", title: "T", content: "" },
    {
      source: "s",
      title: "T",
      content: "x",
      documentId: id,
      url: null,
      publishedAt: "2024-05-31T12:00:00Z",
      more: 1,
    },
    { source: "s", title: "T", content: "x", documentId: "1" },
    { source: "S S", title: "T", content: "x" },
    { source: "s", title: "T", content: "x", publishedAt: "May 2024" },
    { source: "s", title: "T".repeat(1_001), content: "x" },
    { source: "s", content: "x" },
  ];
  const projects = [
    { slug: "a", name: "A" },
    { slug: "a", name: "A", tags: { techStack: ["x"] }, prizes: [{ type: "X", amount: 1 }], builtWith: {} },
    { slug: "", name: "A" },
    { slug: "a", name: "A", award: "finalist" },
    { slug: "a", name: "A", tags: { techStack: Array(11).fill("x") } },
    { slug: "a", name: "A", team: { count: -1 } },
    { slug: "a", name: "A", accelerator: { batchKey: "c1", batchName: "C1" } },
  ];
  const [document, project] = [compile("document"), compile("project")];
  for (const record of documents)
    expect(document(record)).toBe(documentRecordSchema.safeParse(record).success);
  for (const record of projects) expect(project(record)).toBe(projectRecordSchema.safeParse(record).success);
});
