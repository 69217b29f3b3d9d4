/** For tests: the JSON Schemas of the native records, which docs/schemas contains for authors of exports. */
import { z } from "zod";
import { faqRecordSchema } from "../contract/api/faqs.ts";
import { documentRecordSchema } from "../contract/records/document-record.ts";
import { hackathonRecordSchema } from "../contract/records/hackathon-record.ts";
import { memberRecordSchema } from "../contract/records/member-record.ts";
import { projectRecordSchema } from "../contract/records/project-record.ts";
import { resourcesRecordSchema } from "../contract/records/resource-record.ts";
import { sourceRecordSchema } from "../contract/records/source-record.ts";

const RECORDS = {
  project: { schema: projectRecordSchema, title: "Project", description: "One line of `import projects`." },
  document: { schema: documentRecordSchema, title: "Document", description: "One line of `import archive`." },
  member: { schema: memberRecordSchema, title: "Member", description: "One line of `import members`." },
  source: { schema: sourceRecordSchema, title: "Source", description: "One item of `import sources`." },
  hackathon: {
    schema: hackathonRecordSchema,
    title: "Hackathon",
    description: "One item of `import hackathons`.",
  },
  resources: {
    schema: resourcesRecordSchema,
    title: "Resources",
    description:
      "One item of `import resources`; without `hackathon` and `feedUrl`, also the response of a feed.",
  },
  faq: { schema: faqRecordSchema, title: "FAQ", description: "One item of `import faqs`." },
} as const;

export type RecordName = keyof typeof RECORDS;
export const recordNames = Object.keys(RECORDS) as RecordName[];

/** Arrays of scalars, spread over lines. */
const SCALARS = /\[\s+((?:"[^"]*"|\d+)(?:,\s+(?:"[^"]*"|\d+))*)\s+\]/g;

/** On one line, as this repository's formatter writes them. */
function onOneLine(_: string, items: string): string {
  return `[${items.split(/,\s+/).join(", ")}]`;
}

/** The text of `docs/schemas/<name>.json` (JSON Schema 2020-12). */
export function recordJsonSchema(name: RecordName): string {
  const { schema, title, description } = RECORDS[name];
  const { $schema, ...body } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
  return `${JSON.stringify({ $schema, title, description, ...body }, null, 2).replace(SCALARS, onOneLine)}\n`;
}
