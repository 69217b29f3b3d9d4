/** Every field of a request can be given on the command line, with the same option in every command. */
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { type Operation, operations } from "../contract/api/operations.ts";
import { type FieldTree, fieldTree } from "../contract/values/field-tree.ts";
import { cohortOptions, comparedOptions, projectOptions, technologyOptions } from "./filter-options.ts";
import { createProgram } from "./program.ts";
import { runCommand } from "./run-command.case.ts";

/** Paths of all fields; kinds of technologies share an option, and an alias has none. */
const pathsOf = (tree: FieldTree | null, prefix = ""): string[] =>
  Object.entries(tree ?? {}).flatMap(([name, below]) =>
    below === null || name === "builtWith" ? [`${prefix}${name}`] : pathsOf(below, `${prefix}${name}.`),
  );

const fieldsOf = (id: keyof typeof operations): string[] => {
  const { params, query, body }: Operation["request"] = operations[id].request;
  const known = [params, query, body].flatMap((schema) => (schema ? pathsOf(fieldTree(schema)) : []));
  return known.filter((path) => path !== "filters.isChainMobile").sort();
};

const given = (value: unknown, prefix = ""): string[] =>
  Object.entries(value as object).flatMap(([name, below]) =>
    typeof below !== "object" || Array.isArray(below) || name === "builtWith"
      ? [`${prefix}${name}`]
      : given(below, `${prefix}${name}.`),
  );

const values: Record<string, string> = {
  key: "a/b",
  n: "1",
  slug: "a",
  "kind:name": "languages:rust",
  tag: "x",
  type: "GRAND",
};
const wordsOf = (options: typeof projectOptions, prefix = "") =>
  options.flatMap(({ name, value }) =>
    value === undefined ? [`--${prefix}${name}`] : [`--${prefix}${name}`, values[value]!],
  );

const id = "0b0f4d1e-7c0a-4a53-9a57-0d4f4f6f2f10";
const search = ["--limit", "3", "--offset", "1", "--explain"];
const commands: [keyof typeof operations, string[]][] = [
  [
    "searchProjects",
    [
      ...["search", "projects", "q", ...search, ...wordsOf(projectOptions)],
      ...["--diversify", "--facet", "labels", "--facet-top", "3", "--diagnostics"],
    ],
  ],
  [
    "searchArchives",
    [
      ...[
        "search",
        "archive",
        "q",
        ...search,
        "--source",
        "a",
        "--intent",
        "docs",
        "--min-similarity",
        "0.5",
      ],
      ...["--passages-per-document", "1", "--documents-per-source", "0"],
    ],
  ],
  [
    "analyze",
    ["analyze", "--dimension", "tracks", "--top", "3", "--samples", "1", ...wordsOf(cohortOptions)],
  ],
  [
    "compare",
    [
      ...["compare", "--dimension", "tracks", "--top", "3", "--a-hackathon", "other"],
      ...[...wordsOf(comparedOptions, "a-"), ...wordsOf(comparedOptions, "b-")],
    ],
  ],
  ["countTechnology", ["technologies", "counts", "rust", ...wordsOf(technologyOptions)]],
  ["trendTechnology", ["technologies", "trends", "rust", ...wordsOf(technologyOptions)]],
  ["findCoUsage", ["technologies", "co-usage", "rust", "--top", "3", ...wordsOf(technologyOptions)]],
  [
    "listTopTechnologies",
    ["technologies", "top", "--kind", "chains", "--top", "3", ...wordsOf(technologyOptions)],
  ],
  [
    "getResources",
    ["resources", "words", "--hackathon", "a", "--track", "b", "--topic", "c", "--kind", "rpc"],
  ],
  ["getFaqs", ["faqs", "words", "--program", "stamp"]],
  ["getFaq", ["faqs", "stamp/x"]],
  ["getProject", ["project", "a"]],
  ["similarProjects", ["similar", "a", "--limit", "3"]],
  ["similarDocuments", ["similar", id, "--limit", "3"]],
  ["readDocument", ["document", id, "--offset", "1", "--max-chars", "200"]],
  ["getCluster", ["cluster", "v1-c1"]],
  ["getFilters", ["filters"]],
  ["getCategories", ["categories"]],
  ["listClusters", ["clusters"]],
  ["exportAnalysis", ["export", "analysis", "--top", "3", "--samples", "1", ...wordsOf(cohortOptions)]],
  [
    "exportProjects",
    ["export", "projects", "q", "--diversify", "--format", "jsonl", ...wordsOf(projectOptions)],
  ],
];

/** Fields of an export that are not part of its file. */
const notInFiles = /^(?:includeFacets|facets|facetTopK|includeDiagnostics|explain)$/;

describe("each field of the contract has an option", () => {
  it.each(commands)("%s", async (operation, words) => {
    const { asked } = await runCommand(words);
    const [first, request] = asked[0]!;
    expect(first).toBe(operation);
    expect(given(request).sort()).toEqual(
      fieldsOf(operation).filter((field) => operation !== "exportProjects" || !notInFiles.test(field)),
    );
  });

  it("check passes the same filters on", async () => {
    const { asked } = await runCommand(["check", "an idea", ...wordsOf(projectOptions)]);
    expect(given(asked[0]![1]).sort()).toEqual(fieldsOf("neighborhood"));
  });

  it("flags can be negated where the API distinguishes", async () => {
    const { asked } = await runCommand(["search", "projects", "--no-university", "--no-mobile"]);
    expect(asked[0]![1]).toMatchObject({ filters: { isUniversityProject: false, isSolanaMobile: false } });
  });

  it("an option means the same in every command that has it", () => {
    const helps = new Map<string, Set<string>>();
    const visit = (command: Command) => {
      for (const { long, helpGroupHeading, description } of command.options)
        if (helpGroupHeading === "FILTERS") {
          const name = String(long);
          helps.set(name, (helps.get(name) ?? new Set()).add(description));
        }
      command.commands.forEach(visit);
    };
    visit(createProgram({ action: () => async () => {}, research: () => async () => {} }, "0.0.0"));
    expect(helps.size).toBeGreaterThan(20);
    for (const [name, meanings] of helps) expect([...meanings], name).toHaveLength(1);
  });
});

it.each([
  ["rust", "languages:rust"],
  ["databases:x", "one of the kinds"],
  ["languages:", "kind"],
])("--built-with %s is refused with the rule", async (value, rule) => {
  const { code, asked, stderr } = await runCommand(["search", "projects", "--built-with", value]);
  expect({ code, asked }).toEqual({ code: 2, asked: [] });
  expect(stderr).toContain(rule);
});
