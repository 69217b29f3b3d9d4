import { describe, expect, it } from "vitest";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { toolTags } from "./tool-tags.ts";
import { vocabularyOf } from "./vocabulary.case.ts";
import { parseVocabulary } from "./vocabulary.ts";

const vocabulary = parseVocabulary(
  vocabularyOf({ techStack: [{ tag: "next.js", phrases: ["nextjs"] }, { tag: "postgres" }, { tag: "c++" }] }),
  "my.yaml",
);

function tags(builtWith: Partial<NonNullable<ProjectRecord["builtWith"]>>): string[] {
  const none = {
    languages: [],
    frameworks: [],
    chains: [],
    protocols: [],
    services: [],
    tooling: [],
    standards: [],
  };
  return toolTags(
    { slug: "a", name: "A", builtWith: { schemaVersion: 1, ...none, ...builtWith } },
    vocabulary,
  );
}

describe("toolTags", () => {
  it("takes chains, frameworks and languages in turn, in lower case, by descending confidence", () => {
    expect(
      tags({
        languages: [
          { name: "TypeScript", confidence: 0.6 },
          { name: "C++", confidence: 0.9 },
        ],
        frameworks: [{ name: "NextJS" }],
        chains: [{ name: "Solana" }],
      }),
    ).toEqual(["solana", "next.js", "c++", "typescript"]);
  });

  it("takes other tools only if the vocabulary contains them", () => {
    expect(
      tags({ tooling: [{ name: "ESLint" }, { name: "Postgres" }], services: [{ name: "Somewhere" }] }),
    ).toEqual(["postgres"]);
  });

  it("omits guesses, ubiquitous tools and duplicates", () => {
    expect(
      tags({
        languages: [{ name: "Rust", confidence: 0.4 }, { name: "HTML" }],
        frameworks: [{ name: "Next.js" }, { name: "nextjs" }],
      }),
    ).toEqual(["next.js"]);
    expect(toolTags({ slug: "a", name: "A" }, vocabulary)).toEqual([]);
  });
});
