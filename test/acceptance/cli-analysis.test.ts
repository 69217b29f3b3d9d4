/** The analysis commands: the same answers as over HTTP, as tables or as JSON. */
import { describe, expect, it } from "vitest";
import type { OperationId } from "../../src/contract/api/operations.ts";
import { run } from "./cli-harness.ts";
import { type Call, useService } from "./harness/service.ts";

const service = useService();
const priorart = (line: string) => run(["--data", service().data, ...line.split(" ")]);
const rust = { category: "languages", name: "rust" };

const cases: [command: string, id: OperationId, call: Call][] = [
  [
    "analyze --hackathon lattice-2024 --winners --dimension categories --dimension primitives --top 5 --samples 1",
    "analyze",
    {
      json: {
        cohort: { hackathons: ["lattice-2024"], winnersOnly: true },
        dimensions: ["categories", "primitives"],
        topK: 5,
        samplePerBucket: 1,
      },
    },
  ],
  [
    "compare --hackathon meridian-2023 --a-winners --dimension techStack",
    "compare",
    {
      json: {
        cohortA: { hackathons: ["meridian-2023"], winnersOnly: true },
        cohortB: { hackathons: ["meridian-2023"] },
        dimensions: ["techStack"],
      },
    },
  ],
  ["technologies counts Rust", "countTechnology", { json: { technology: rust } }],
  [
    "technologies trends rust --hackathon meridian-2023 --hackathon commons-2024",
    "trendTechnology",
    { json: { technology: rust, cohort: { hackathonSlugs: ["meridian-2023", "commons-2024"] } } },
  ],
  [
    "technologies co-usage rust --winners --include-honorable-mentions --top 3",
    "findCoUsage",
    { json: { technology: rust, cohort: { winnersOnly: true, includeHonorableMentions: true }, topK: 3 } },
  ],
  [
    "technologies top --kind frameworks --category gaming",
    "listTopTechnologies",
    { json: { technologyCategory: "frameworks", cohort: { categoryKeys: ["gaming"] } } },
  ],
];

describe.each(cases)("priorart %s", (command, id, call) => {
  it("--json prints what the service answers", async () => {
    const { code, stdout } = await priorart(`${command} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(await service().get(id, call));
  });

  it("shows a table with bars, plain without a terminal", async () => {
    const { code, stdout } = await priorart(command);
    expect(code).toBe(0);
    expect(stdout).toMatch(/[\u2588-\u258f]/);
    expect(stdout).not.toContain("\u001b");
    expect(Math.max(...stdout.split("\n").map((line) => [...line].length))).toBeLessThanOrEqual(120);
  });
});

describe("priorart clusters and cluster", () => {
  it("list the clusters of GET /clusters, and show one as GET /clusters/:key does", async () => {
    const { clusters } = await service().get("listClusters");
    expect(JSON.parse((await priorart("clusters --json")).stdout)).toEqual({ clusters });
    const [{ key, label }] = clusters as [(typeof clusters)[number]];
    expect((await priorart("clusters")).stdout).toContain(label);
    const { stdout } = await priorart(`cluster ${key} --json`);
    expect(JSON.parse(stdout)).toEqual(await service().get("getCluster", { params: { key } }));
    expect((await priorart(`cluster ${key}`)).stdout).toContain("Nearest to the centre");
  });
});

describe("wrong requests answer with exit code 2 and one line", () => {
  it.each([
    ["cluster v999-c1", /no cluster v999-c1/],
    ["cluster first", /v<digits>-c<digits>/],
    ["analyze --category gamin", /gamin.*nearest: "gaming"/],
    ["analyze --dimension tracks --top 21", /at most 20/],
    ["compare --a-track commons-2024/health", /no prize tracks/],
    ["technologies top --include-honorable-mentions", /winnersOnly/],
    [`technologies counts ${"x".repeat(101)}`, /at most 100/],
  ])("%s", async (command, message) => {
    const { code, stdout, stderr } = await priorart(command);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});
