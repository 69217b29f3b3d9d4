import { expect, it } from "vitest";
import { compileMap } from "../../../../src/ingest/map/map-expression.ts";
import { importKinds, likelyKind, mapBeginnings } from "./kinds.ts";

it("the kind follows from what the file's name says, and is projects otherwise", () => {
  const names = {
    "projects.jsonl.gz": "projects",
    "devpost-export.csv": "projects",
    "members-2026.jsonl": "members",
    "sources.yaml": "sources",
    "hackathons.yml": "hackathons",
    "resources.json": "resources",
    "FAQs.yaml": "faqs",
    "Essays.jsonl": "archive",
    "a-letter.md": "archive",
    "export.csv": "projects",
  };
  for (const [name, kind] of Object.entries(names)) expect([name, likelyKind(name)]).toEqual([name, kind]);
});

it("every kind has a map to begin with, which parses", () => {
  for (const kind of importKinds) compileMap(mapBeginnings[kind], kind);
});
