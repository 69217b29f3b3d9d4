/** The commands that read records: every format, single records, warnings of unknown names, lists of values. */
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../contract/api/errors.ts";
import type { OperationOutput } from "../../contract/api/operations.ts";
import { type Responses, runCommand } from "../run-command.case.ts";
import { filters, found, project } from "./responses.case.ts";

const noDocuments: OperationOutput<"searchArchives"> = {
  results: [],
  filtersApplied: {},
  searchTier: "vector",
  totalFound: 0,
  totalMatched: 0,
  hasMore: false,
};

describe("each format", () => {
  const responses = { searchProjects: found(project("a", "支付"), project("b", "=B", { award: null })) };
  const search = (format: string) => runCommand(["search", "projects", "--format", format], responses);

  it("table aligns wide characters, and begins with the slug", async () => {
    expect((await search("table")).lines).toEqual([
      "Slug  Score  Project  Hackathon  Award    What it is",
      "a     0.500  支付     Spring     mention  Pays | splits",
      "b     0.500  =B       Spring              Pays | splits",
    ]);
  });

  it("json is the response, jsonl one record per line", async () => {
    expect(JSON.parse((await search("json")).stdout)).toEqual(responses.searchProjects);
    const { lines } = await search("jsonl");
    expect(lines.map((line) => JSON.parse(line))).toEqual(responses.searchProjects.results);
  });

  it("csv begins with the slug, and no cell is a formula", async () => {
    const rows = parse((await search("csv")).stdout, { columns: true }) as Record<string, string>[];
    expect(Object.keys(rows[0]!)[0]).toBe("slug");
    expect(rows.map(({ slug, name, hackathon, award }) => [slug, name, hackathon, award])).toEqual([
      ["a", "支付", "spring", "honorable_mention"],
      ["b", "'=B", "spring", ""],
    ]);
  });

  it("markdown is a table whose text cannot end a cell", async () => {
    expect((await search("markdown")).lines).toEqual([
      "| Slug | Score | Project | Hackathon | Award | What it is |",
      "| --- | --: | --- | --- | --- | --- |",
      "| a | 0.500 | 支付 | Spring | mention | Pays \\| splits |",
      "| b | 0.500 | =B | Spring |  | Pays \\| splits |",
    ]);
  });

  it("shows facets and reasons in tables only", async () => {
    const explained = project("a", "A", {
      explanation: {
        channels: [
          { name: "words", score: 1, rank: 1, weight: 1, contribution: 0.25 },
          { name: "name", score: 0, rank: null, weight: 1, contribution: 0 },
        ],
        terms: ["pays"],
        passage: null,
      },
    });
    const facets = { techStack: [{ key: "react", label: "react", count: 3, sampleProjectSlugs: [] }] };
    const answer = { searchProjects: { ...found(explained), facets } };
    const words = ["search", "projects", "x", "--explain", "--facet", "techStack"];
    const { stdout, asked } = await runCommand(words, answer);
    expect(asked[0]![1]).toMatchObject({ explain: true, includeFacets: true, facets: ["techStack"] });
    expect(stdout).toContain("words 0.25; pays");
    expect(stdout).toMatch(/Tech stack\nKey +Name +Projects\nreact +react +3/);
    expect((await runCommand([...words, "--format", "jsonl"], answer)).lines).toHaveLength(1);
  });
});

describe("a single record", () => {
  const details = {
    ...project("ferry", "Ferry"),
    description: "First.\n\nSecond paragraph.",
    tracks: [{ key: "spring/money", name: "Money" }],
    labels: [],
    links: { github: "https://git.example.org/ferry", demo: null, repoPublic: true },
    team: { count: 2, members: [{ displayName: "Ada", username: "ada" }] },
    isWinner: false,
    tags: null,
    cluster: { key: "v1-c1", label: "Boats" },
    prize: { type: "TRACK", name: null, placement: 2, amount: 4000, trackName: "Money" },
    accelerator: null,
    builtWith: { languages: [{ name: "Rust" }], frameworks: [], chains: [], protocols: [] },
  } as unknown as OperationOutput<"getProject">;
  Object.assign(details.builtWith!, { services: [], tooling: [], standards: [] });
  const show = (format: string) =>
    runCommand(["project", "ferry", "--format", format], { getProject: details });

  it("of no hackathon is shown without a date", async () => {
    const hackathon = { slug: "unaffiliated", name: "No hackathon", startDate: "" };
    const { lines } = await runCommand(["project", "ferry"], { getProject: { ...details, hackathon } });
    expect(lines[2]).toBe("Hackathon  No hackathon (unaffiliated)");
  });

  it("is shown with its keys", async () => {
    expect((await show("table")).lines).toEqual([
      "Ferry",
      "Slug       ferry",
      "Hackathon  Spring (spring), 2024-03-01",
      "Tracks     Money (spring/money)",
      "Award      mention",
      "Prize      TRACK, place 2, 4,000, Money",
      "Cluster    Boats (v1-c1)",
      "Team       2: Ada",
      "Languages  Rust",
      "Github     https://git.example.org/ferry",
      "",
      "Pays | splits",
      "",
      "Description",
      "First.",
      "",
      "Second paragraph.",
    ]);
  });

  it("is a page in Markdown, fields in CSV, the response as JSON", async () => {
    const { stdout } = await show("markdown");
    expect(stdout).toContain("# Ferry\n\n- Slug: ferry\n");
    expect(stdout).toContain("## Description\n\nFirst.\n\nSecond paragraph.");
    const rows = parse((await show("csv")).stdout) as string[][];
    expect(rows.slice(0, 3)).toEqual([
      ["field", "value"],
      ["Title", "Ferry"],
      ["Slug", "ferry"],
    ]);
    for (const format of ["json", "jsonl"])
      expect(JSON.parse((await show(format)).stdout)).toEqual(JSON.parse(JSON.stringify(details)));
  });

  it("similar asks for projects or documents, by the form of the key", async () => {
    const id = "0B0F4D1E-7c0a-4a53-9a57-0d4f4f6f2f10";
    const responses = { similarProjects: { results: [] }, similarDocuments: { results: [] } };
    expect((await runCommand(["similar", id], responses)).asked[0]).toEqual([
      "similarDocuments",
      { documentId: id, limit: "10" },
    ]);
    expect((await runCommand(["similar", "ferry", "--limit", "3"], responses)).asked[0]).toEqual([
      "similarProjects",
      { slug: "ferry", limit: "3" },
    ]);
  });
});

describe("the documents of a source", () => {
  it("asks for any number of documents of a single source", async () => {
    const limitOf = async (line: string) => {
      const { asked } = await runCommand(line.split(" "), {
        getFilters: filters,
        searchArchives: noDocuments,
      });
      return asked.find(([operation]) => operation === "searchArchives")?.[1];
    };
    expect(await limitOf("search archive x --source essays")).toMatchObject({ maxDocsPerSource: 0 });
    expect(await limitOf("search archive x --source essays --documents-per-source 2")).toMatchObject({
      maxDocsPerSource: 2,
    });
    const plain = await limitOf("search archive x");
    expect(plain).toMatchObject({ query: "x" });
    expect((plain as { maxDocsPerSource?: number }).maxDocsPerSource).toBeUndefined();
  });
});

describe("a name that matches nothing", () => {
  const nothing = (filter: object) => JSON.stringify(filter).includes("reakt");
  const responses: Responses = {
    getFilters: filters,
    searchProjects: ({ filters: asked = {} }: { filters?: object }) =>
      nothing(asked) ? found() : found(project("a", "A")),
    searchArchives: noDocuments,
    countTechnology: ({ technology }: { technology: { category: "languages"; name: string } }) => ({
      technology,
      totals: {
        projects: 3,
        projectsWithRepositoryTags: 3,
        count: technology.name === "rust" ? 1 : 0,
        share: 0,
      },
      hackathons: [],
    }),
    listTopTechnologies: {
      totals: { projects: 3, projectsWithRepositoryTags: 3 },
      results: [{ technology: { category: "frameworks", name: "react" }, count: 3, share: 1 }],
    },
    exportProjects: ["slug\r\n"],
  };

  it.each([
    ["search projects --hackathon sprin", 'no hackathon "sprin"; nearest: "spring"'],
    ["search projects --track spring/mony", 'no track "spring/mony"; nearest: "spring/money"'],
    ["search projects --problem-tag reakt", 'no problem tag "reakt"; priorart filters lists the names'],
    ["search projects --tech-stack reakt", 'no technology named by a team "reakt"; nearest: "react"'],
    ["search projects --built-with frameworks:reakt", 'no technology "reakt"; nearest: "react"'],
    ["search archive x --source essay", 'no source "essay"; nearest: "essays"'],
    ["technologies counts reakt", 'no technology "reakt"; nearest: "react"'],
    ["export projects --hackathon sprin", 'no hackathon "sprin"; nearest: "spring"'],
  ])("%s: a warning with the nearest names, and exit code 1", async (line, warning) => {
    const { code, stderr } = await runCommand(line.split(" "), responses);
    expect(stderr).toContain(`warning: there is ${warning}\n`);
    expect(code).toBe(1);
  });

  it.each([
    "search projects --hackathon spring --track spring/money",
    "search projects --problem-tag rare --tech-stack react",
    "search projects --built-with languages:cobol",
    "technologies counts rust",
  ])("%s: none", async (line) => {
    const { code, stderr } = await runCommand(line.split(" "), responses);
    expect({ code, warned: stderr.includes("warning") }).toEqual({ code: 0, warned: false });
  });

  it("is part of the message where the request is refused", async () => {
    const missing = new ApiError("NOT_FOUND", "No project has this slug; search for it.");
    const { code, stderr } = await runCommand(["project", "fery"], {
      getProject: missing,
      searchProjects: found(project("ferry", "Ferry")),
    });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: No project has this slug; search for it; nearest: "ferry"\n',
    });
    const category = { key: "gaming", label: "Games", definition: "", areaKey: "x" };
    const refused = await runCommand(["analyze", "--category", "gamin"], {
      analyze: new ApiError("INVALID_QUERY", "cohort.categoryKeys: gamin is not a category"),
      getCategories: {
        version: "1",
        areas: [],
        categories: [category],
        other: { ...category, key: "other-emerging" },
        insufficientInformation: { ...category, key: "insufficient-information" },
      },
    });
    expect(refused.stderr).toBe('error: cohort.categoryKeys: gamin is not a category; nearest: "gaming"\n');
  });

  it("advice that cannot be had does not hide the error", async () => {
    const { stderr } = await runCommand(["project", "x"], {
      getProject: new ApiError("NOT_FOUND", "No project has this slug"),
      searchProjects: new ApiError("SERVICE_UNAVAILABLE", "down"),
    });
    expect(stderr).toBe("error: No project has this slug\n");
  });
});

describe("filter values, categories and guides", () => {
  it("filters prints one list or all, with the option that takes each", async () => {
    const { stdout } = await runCommand(["filters"], { getFilters: filters });
    expect(stdout).toContain("Hackathons, oldest first (--hackathon)\nKey     Name    Count\nspring  Spring");
    expect(stdout).not.toContain("Labels");
    const one = await runCommand(["filters", "techStack", "--format", "csv"], { getFilters: filters });
    expect(one.stdout).toBe("list,key,label,count\r\ntechStack,react,react,3\r\n");
    const json = await runCommand(["filters", "tracks", "--json"], { getFilters: filters });
    expect(JSON.parse(json.stdout)).toEqual({ tracks: filters.tracks });
  });

  it("faqs lists them by a key that shows one", async () => {
    const faq = {
      program: "stamp",
      id: "cost",
      question: "What does it cost?",
      answer: "Nothing.",
      sourceUrl: "https://example.org/faq",
    } as OperationOutput<"getFaq">["faq"];
    const responses = {
      getFaqs: { faqs: [faq] } as unknown as OperationOutput<"getFaqs">,
      getFaq: { faq } as unknown as OperationOutput<"getFaq">,
    };
    expect((await runCommand(["faqs"], responses)).lines[1]).toBe("stamp/cost  What does it cost?  Nothing.");
    const { asked, lines } = await runCommand(["faqs", "stamp/cost"], responses);
    expect(asked).toEqual([["getFaq", { program: "stamp", id: "cost" }]]);
    expect(lines).toEqual([
      "What does it cost?",
      "Id      stamp/cost",
      "Source  https://example.org/faq",
      "",
      "Nothing.",
    ]);
  });
});
