/** The requests of the analysis commands, and how they print the responses. */
import { describe, expect, it } from "vitest";
import type { OperationOutput } from "../../contract/api/operations.ts";
import { runCommand } from "../run-command.case.ts";

const priorart = (words: readonly string[], responses: Parameters<typeof runCommand>[1], width = 100) =>
  runCommand(words, { getFilters: noNames, ...responses }, { width });

/** Every name of these requests exists. */
const noNames = {
  hackathons: ["a", "b", "both", "only-a"].map((slug) => ({ slug })),
  tracks: [{ key: "a/t" }, { key: "x/y" }],
  labels: [],
  acceleratorBatches: [{ key: "accelerator/one" }, { key: "accelerator/z" }],
  clusters: [{ key: "v1-c1" }],
} as unknown as OperationOutput<"getFilters">;
const named: [string, unknown] = ["getFilters", {}];

const bucket = (key: string, label: string, count: number) => ({
  key,
  label,
  count,
  share: count / 8,
  sampleProjectSlugs: ["one", "two"],
});
const analysis: OperationOutput<"analyze"> = {
  categoryCountsOverlap: true,
  totals: { projects: 8, winners: 1 },
  buckets: {
    categories: [bucket("gaming", "Games", 8), bucket("music", "Music", 3)],
    techStack: [bucket("rust", "rust", 2)],
    tracks: [],
  },
};

describe("analyze", () => {
  it("requests categories and clusters of all projects by default", async () => {
    const { asked, code } = await priorart(["analyze"], { analyze: analysis });
    expect(asked).toEqual([["analyze", { cohort: {}, dimensions: ["categories", "clusters"] }]]);
    expect(code).toBe(0);
  });

  it("has an option for every field of the request", async () => {
    const command =
      "analyze --dimension tracks --dimension techStack --hackathon a --hackathon b --track a/t --winners " +
      "--accelerator --accelerator-batch accelerator/one --prize-placement 1 --prize-placement 2 " +
      "--cluster v1-c1 --category gaming --include-secondary-categories --top 20 --samples 5";
    const { asked } = await priorart(command.split(" "), { analyze: analysis });
    expect(asked).toEqual([
      [
        "analyze",
        {
          cohort: {
            hackathons: ["a", "b"],
            trackKeys: ["a/t"],
            winnersOnly: true,
            acceleratorOnly: true,
            acceleratorBatchKeys: ["accelerator/one"],
            prizePlacements: [1, 2],
            clusterKeys: ["v1-c1"],
            categoryKeys: ["gaming"],
            includeSecondaryCategories: true,
          },
          dimensions: ["tracks", "techStack"],
          topK: 20,
          samplePerBucket: 5,
        },
      ],
      named,
    ]);
  });

  it("prints a table per dimension, with bars; keys only where they differ from the name", async () => {
    const { lines, stderr } = await priorart(["analyze"], { analyze: analysis });
    expect(lines).toEqual([
      "8 projects, 1 winner",
      "",
      "Categories",
      "Name   Key     Projects    Share                        Such as",
      "Games  gaming         8  100.0 %  ████████████████████  one, two",
      "Music  music          3   37.5 %  ███████▌              one, two",
      "",
      "Tech stack",
      "Name  Projects   Share                        Such as",
      "rust         2  25.0 %  ████████████████████  one, two",
      "",
      "Tracks",
    ]);
    expect(stderr).toContain("Nothing found.");
    expect(stderr).toContain("Second categories are counted too");
  });

  it("prints the response unchanged with --json", async () => {
    const { stdout } = await priorart(["analyze", "--json"], { analyze: analysis });
    expect(JSON.parse(stdout)).toEqual(analysis);
  });

  it("fits the width of the terminal", async () => {
    for (const width of [30, 50, 80]) {
      const { lines } = await priorart(["analyze"], { analyze: analysis }, width);
      expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(width);
    }
  });

  it("refuses bad values in one line, before any request", async () => {
    for (const [option, value, rule] of [
      ["--dimension", "labels", "one of categories, clusters"],
      ["--top", "0", "from 1 to 43"],
      ["--top", "44", "from 1 to 43"],
      ["--samples", "6", "from 0 to 5"],
      ["--prize-placement", "first", "whole number"],
    ] as const) {
      const { code, asked, stdout, stderr } = await priorart(["analyze", option, value], {});
      expect({ code, asked, stdout }).toEqual({ code: 2, asked: [], stdout: "" });
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(stderr).toContain(rule);
    }
  });
});

describe("compare", () => {
  const totals = { projects: 4, winners: 1 };
  const row = { key: "rust", label: "rust", countA: 2, shareA: 0.5, countB: 1, shareB: 0.25 };
  const comparison: OperationOutput<"compare"> = {
    totalsA: totals,
    totalsB: totals,
    results: { techStack: [{ ...row, lift: 2, delta: 0.25, examplesA: [], examplesB: [] }] },
  };

  it("applies options without a letter to both sides, unless one has its own", async () => {
    const command =
      "compare --hackathon both --top 5 --dimension techStack --a-hackathon only-a --a-winners " +
      "--b-cluster v1-c1 --b-prize-placement 3 --b-track x/y --b-accelerator-batch accelerator/z --b-accelerator";
    const { asked } = await priorart(command.split(" "), { compare: comparison });
    expect(asked).toEqual([
      [
        "compare",
        {
          cohortA: { hackathons: ["only-a"], winnersOnly: true },
          cohortB: {
            hackathons: ["both"],
            clusterKeys: ["v1-c1"],
            prizePlacements: [3],
            trackKeys: ["x/y"],
            acceleratorBatchKeys: ["accelerator/z"],
            acceleratorOnly: true,
          },
          dimensions: ["techStack"],
          topK: 5,
        },
      ],
      named,
    ]);
  });

  it("refuses cohorts that are the same, before any request", async () => {
    for (const command of ["compare", "compare --winners", "compare --a-winners --b-winners"]) {
      const { code, asked, stderr } = await priorart(command.split(" "), {});
      expect({ code, asked }).toEqual({ code: 2, asked: [] });
      expect(stderr).toBe(
        "error: cohorts A and B are the same: give an option of one of them, such as --a-winners\n",
      );
    }
  });

  it("names the command that lists categories where the API names its operation", async () => {
    const refused = Object.assign(new Error('"x" is not a category; use the keys of GET /categories.'), {
      code: "INVALID_QUERY",
    });
    const { stderr } = await priorart(["analyze", "--category", "x"], { analyze: refused });
    expect(stderr).toBe('error: "x" is not a category; use the keys of `priorart categories`.\n');
  });

  it("prints both sides on one scale, with lift and the difference in points", async () => {
    const { lines } = await priorart(["compare", "--a-winners"], { compare: comparison });
    expect(lines).toEqual([
      "A: 4 projects, 1 winner",
      "B: 4 projects, 1 winner",
      "",
      "Tech stack",
      "Name  A   Share              B   Share         Lift  Points",
      "rust  2  50.0 %  ██████████  1  25.0 %  █████  2.00   +25.0",
    ]);
  });
});

describe("clusters and cluster", () => {
  const overview: OperationOutput<"listClusters">["clusters"][number] = {
    key: "v1-c1",
    label: "Payments",
    summary: "Members build payments.",
    projectCount: 12,
    winnerCount: 3,
    winnerShare: 0.25,
    crowdedness: 0.5,
    byYear: [],
  };
  const cluster: OperationOutput<"getCluster"> = {
    key: "v1-c1",
    label: "Payments",
    summary: "Members build payments. \u001b[31mTwelve of them won.",
    projectCount: 12,
    winnerCount: 3,
    representativeProjects: [{ slug: "one", name: "One", oneLiner: "Pays", isWinner: true }],
    topTags: { problemTags: [], primitives: [{ tag: "escrow", count: 2 }], techStack: [] },
  };

  it("lists all clusters", async () => {
    const { asked, lines } = await priorart(["clusters"], { listClusters: { clusters: [overview] } });
    expect(asked).toEqual([["listClusters", {}]]);
    expect(lines).toEqual([
      "Key    Cluster   Projects                        Winners   Share  Closeness",
      "v1-c1  Payments        12  ████████████████████        3  25.0 %       0.50",
    ]);
  });

  it("shows one by key, without control characters of the records", async () => {
    const { asked, lines } = await priorart(["cluster", "v1-c1"], { getCluster: cluster }, 40);
    expect(asked).toEqual([["getCluster", { key: "v1-c1" }]]);
    expect(lines).toEqual([
      "Payments",
      "Key       v1-c1",
      "Projects  12",
      "Winners   3",
      "",
      "Members build payments. [31mTwelve of",
      "them won.",
      "",
      "Nearest to the centre",
      "Slug  Project  Award   What it is",
      "one   One      winner  Pays",
      "",
      "Primitives",
      "Tag     Projects",
      "escrow         2  ████████",
    ]);
  });
});

describe("technologies", () => {
  const totals = { projects: 8, projectsWithRepositoryTags: 6, count: 2, share: 0.25 };
  const technology = { category: "languages", name: "rust" } as const;
  const hackathons = [
    { hackathon: { slug: "a", name: "Event A", startDate: null }, ...totals },
    {
      hackathon: { slug: "b", name: "Event B", startDate: "2024-07-15T09:00:00Z" },
      ...totals,
      count: 1,
      share: 0.125,
    },
  ];
  const cohortOptions =
    "--hackathon a --winners --include-honorable-mentions --category gaming --include-secondary-categories";
  const cohort = {
    hackathonSlugs: ["a"],
    winnersOnly: true,
    includeHonorableMentions: true,
    categoryKeys: ["gaming"],
    includeSecondaryCategories: true,
  };

  it.each([
    [
      "counts Rust --kind languages",
      "countTechnology",
      { technology: { category: "languages", name: "Rust" } },
    ],
    [
      "trends react --kind frameworks",
      "trendTechnology",
      { technology: { category: "frameworks", name: "react" } },
    ],
    ["co-usage rust --top 50", "findCoUsage", { technology, topK: 50 }],
    ["top --kind chains --top 1", "listTopTechnologies", { technologyCategory: "chains", topK: 1 }],
  ] as const)("%s requests it, with the cohort", async (command, operation, request) => {
    const answers = {
      countTechnology: { technology, totals, hackathons },
      trendTechnology: { technology, hackathons },
      findCoUsage: { technology, totals, results: [] },
      listTopTechnologies: { totals, results: [] },
    };
    const words = ["technologies", ...`${command} ${cohortOptions}`.split(" ")];
    const { asked, code } = await priorart(words, answers);
    expect(asked).toEqual([[operation, { ...request, cohort }], named]);
    expect(code).toBe(0);
    const json = await priorart([...words, "--json"], answers);
    expect(JSON.parse(json.stdout)).toEqual(answers[operation]);
  });

  it("counts and trends list the hackathons in the order of the response", async () => {
    const counts = await priorart(["technologies", "counts", "rust"], {
      countTechnology: { technology, totals, hackathons },
    });
    expect(counts.lines).toEqual([
      "rust: 2 of 8 projects (25.0 %); the tools of 6 are known",
      "",
      "Starts      Slug  Hackathon  Projects  Tools known  Using it   Share",
      "unknown     a     Event A           8            6         2  25.0 %  ████████████████████",
      "2024-07-15  b     Event B           8            6         1  12.5 %  ██████████",
    ]);
    const trends = await priorart(["technologies", "trends", "rust"], {
      trendTechnology: { technology, hackathons },
    });
    expect(trends.lines).toEqual(counts.lines.slice(2));
  });

  it("co-usage and top print shares, co-usage lift as well", async () => {
    const other = { technology: { category: "chains", name: "base" } as const, count: 2, share: 0.5 };
    const top = await priorart(["technologies", "top"], {
      listTopTechnologies: { totals, results: [other] },
    });
    expect(top.lines).toEqual([
      "8 projects; the tools of 6 are known",
      "",
      "Technology  Kind    Projects   Share",
      "base        chains         2  50.0 %  ████████████████████",
    ]);
    const together = await priorart(["technologies", "co-usage", "rust"], {
      findCoUsage: { technology, totals, results: [{ ...other, cohortCount: 4, lift: 1 }] },
    });
    expect(together.lines.slice(2)).toEqual([
      "Together with  Kind    Projects   Share                        In cohort  Lift",
      "base           chains         2  50.0 %  ████████████████████          4  1.00",
    ]);
  });

  it("refuse bad values in one line", async () => {
    for (const command of ["top --kind databases", "top --top 51", "co-usage rust --top 0", "counts"]) {
      const { code, asked, stderr } = await priorart(["technologies", ...command.split(" ")], {});
      expect({ code, asked }).toEqual({ code: 2, asked: [] });
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });
});
