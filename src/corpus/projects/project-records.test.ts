/** What is stored, indexed and counted of one project with every field, and of one with none. */
import { describe, expect, it } from "vitest";
import { builtWithRecordSchema } from "../../contract/records/built-with-record.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { columnValues } from "./project-column-values.ts";
import { importedAt, projectOf, taxonomy } from "./project-index.case.ts";
import type { SegmentHackathon } from "./project-layout.ts";
import { storedDetails, storedResult } from "./project-records.ts";
import { projectText, projectTexts } from "./project-texts.ts";
import { type SettledProject, settleProject } from "./settled-project.ts";
import { technologyValues } from "./technology-values.ts";

const [main, second] = [taxonomy.categories[0]!, taxonomy.categories[1]!];
const summary = {
  text: "Summary of the code.",
  truncated: true,
  sourceUrl: "https://code.example.org/harvest",
  sourceRevision: "abc",
  sourceCapturedAt: "2025-03-04",
  generatedAt: "2025-03-05",
  sourceInferred: true,
  evidenceId: "e1",
  extractorVersion: "2",
};
const tags = {
  problemTags: ["spoiled crops"],
  solutionTags: ["cold storage"],
  primitives: ["escrow"],
  techStack: ["rust"],
  targetUsers: ["farmers"],
};
const cluster = { key: "v1-c4", label: "Farms" };
const accelerator = {
  companySlug: "harvest-inc",
  companyName: "Harvest Inc",
  batchKey: "accelerator/one",
  batchName: "Batch One",
};

const full: Partial<ProjectRecord> = {
  name: "Harvest",
  oneLiner: "Sells crops early",
  description: "Farmers sell what they have not yet harvested.",
  hackathon: { slug: "spring", name: "Spring", startDate: "2025-04-01" },
  tracks: ["Applied AI"],
  prize: { type: "TRACK_PRIZE", name: "First", placement: 1, amount: 500, trackName: "Applied AI" },
  links: { github: "https://code.example.org/harvest", repoPublic: true },
  team: {
    members: [
      { displayName: "A", username: "a", githubHandle: "a-git", twitterHandle: "a-tw" },
      { username: "b" },
    ],
  },
  accelerator,
  tags,
  categories: { primaryKey: main.key, secondaryKey: second.key, confidence: "medium" },
  builtWith: builtWithRecordSchema.parse({ languages: [{ name: " Rust " }], services: [{ name: "Maps" }] }),
  evidenceSummaries: { repoSummary: { ...summary, text: "Summary of the code." } },
  metrics: { updatesCount: 3, likesCount: 0, commentsCount: 2 },
  isUniversityProject: true,
  isSolanaMobile: true,
};

function settle(fields: Partial<ProjectRecord>, inCluster = false): SettledProject {
  const project = projectOf({ slug: "harvest", ...fields });
  const hackathon = { slug: "spring", name: "Spring", startDate: "2025-04-01", tracks: [], labels: [] };
  const unaffiliated = { ...hackathon, slug: "unaffiliated", name: "None", startDate: null };
  const hackathons = new Map<string, SegmentHackathon>([
    ["spring", hackathon],
    ["unaffiliated", unaffiliated],
  ]);
  const clusters = new Map(inCluster ? [["harvest", cluster]] : []);
  return settleProject(project, { hackathons, taxonomy, clusters }, () => {});
}
const rich = settle(full, true);
const bare = settle({ name: "Bare" });

/** In results and in details. */
const shared = {
  slug: "harvest",
  name: "Harvest",
  oneLiner: "Sells crops early",
  hackathon: { slug: "spring", name: "Spring", startDate: "2025-04-01" },
  tracks: [{ key: "spring/applied-ai", name: "Applied AI" }],
  labels: [],
  trackClassification: "prize_tracks",
  award: "winner",
  prize: { type: "TRACK_PRIZE", name: "First", placement: 1, amount: 500, trackName: "Applied AI" },
  tags,
  cluster,
  accelerator,
  categories: {
    version: taxonomy.version,
    primaryKey: main.key,
    secondaryKey: second.key,
    confidence: "medium",
  },
};
const noTools = { languages: [], frameworks: [], chains: [], protocols: [], tooling: [], standards: [] };

describe("the stored result", () => {
  it("has every field of the record that a result shows", () => {
    expect(storedResult(rich)).toEqual({
      ...shared,
      links: rich.links,
      metrics: { updatesCount: 3, likesCount: 0, commentsCount: 2 },
      team: { count: 2 },
      builtWith: { ...noTools, languages: ["Rust"], services: ["Maps"] },
    });
  });

  it("has no likes and comments where the record has none, and names labels", () => {
    expect(storedResult(bare)).toMatchObject({ metrics: { updatesCount: 0 }, builtWith: null, labels: [] });
    expect(storedResult(bare).metrics).toEqual({ updatesCount: 0 });
    expect(storedResult(settle({ labels: ["Climate"] })).labels).toEqual(["Climate"]);
  });
});

describe("the stored details", () => {
  it("have every field of the record that details show", () => {
    expect(storedDetails(rich, importedAt)).toEqual({
      ...shared,
      description: full.description,
      links: rich.links,
      team: {
        count: 2,
        members: [
          { displayName: "A", username: "a", githubHandle: "a-git", twitterHandle: "a-tw" },
          { displayName: null, username: "b", githubHandle: null, twitterHandle: null },
        ],
      },
      isWinner: true,
      createdAt: rich.createdAt,
      metrics: { updatesCount: 3 },
      builtWith: {
        schemaVersion: 1,
        ...noTools,
        languages: [{ name: "Rust" }],
        services: [{ name: "Maps" }],
      },
      evidenceSummaries: {
        repoSummary: {
          ...summary,
          sourceCapturedAt: "2025-03-04T00:00:00.000Z",
          capturedAt: "2025-03-04T00:00:00.000Z",
          generatedAt: "2025-03-05T00:00:00.000Z",
          indexedAt: importedAt,
        },
        pitchSummary: null,
        demoSummary: null,
      },
    });
  });

  it("are empty for a record without them", () => {
    expect(storedDetails(bare, importedAt)).toMatchObject({
      team: { count: 0, members: [] },
      isWinner: false,
      metrics: { updatesCount: 0 },
      evidenceSummaries: { repoSummary: null, pitchSummary: null, demoSummary: null },
    });
    expect(storedDetails(settle({ labels: ["Climate"] }), importedAt).labels).toEqual(["Climate"]);
  });
});

describe("the values that are filtered by and counted", () => {
  const own = (key: string) => [{ key, label: key }];

  it("are those of every field", () => {
    expect(columnValues(rich, taxonomy)).toEqual({
      hackathons: [{ key: "spring", label: "Spring" }],
      tracks: [{ key: "spring/applied-ai", label: "Applied AI" }],
      labels: [],
      clusters: [{ key: cluster.key, label: cluster.label }],
      prizes: own("TRACK_PRIZE"),
      placements: own("1"),
      categories: [{ key: main.key, label: main.label }],
      allCategories: [main, second].map(({ key, label }) => ({ key, label })),
      batches: [{ key: "accelerator/one", label: "Batch One" }],
      companies: [{ key: '["accelerator/one","harvest-inc"]', label: "accelerator/one" }],
      flags: ["winner", "university", "mobile", "built_with"].flatMap(own),
      problemTags: own("spoiled crops"),
      solutionTags: own("cold storage"),
      primitives: own("escrow"),
      techStack: own("rust"),
      targetUsers: own("farmers"),
      "tools.languages": [{ key: "rust", label: "Rust" }],
      "tools.services": [{ key: "maps", label: "Maps" }],
      ...Object.fromEntries(
        Object.keys(noTools)
          .filter((kind) => kind !== "languages")
          .map((kind) => [`tools.${kind}`, []]),
      ),
    });
  });

  it("are none where the record has none", () => {
    const { hackathons, ...others } = columnValues(bare, taxonomy);
    expect(hackathons).toEqual([{ key: "unaffiliated", label: "None" }]);
    expect(Object.values(others).flat()).toEqual([]);
    const unplaced = settle({ prize: { type: "A" }, labels: ["Climate"] });
    expect(columnValues(unplaced, taxonomy)).toMatchObject({
      prizes: own("A"),
      placements: [],
      labels: [{ key: "label:unaffiliated/climate", label: "Climate" }],
    });
  });

  it("name a company by its slug, else its name, else the project", () => {
    const companyOf = (fields: Partial<typeof accelerator>) =>
      columnValues(
        settle({ accelerator: { batchKey: "accelerator/one", batchName: "B", ...fields } }),
        taxonomy,
      ).companies[0]!.key;
    expect(companyOf({ companyName: "Harvest Inc" })).toBe('["accelerator/one","Harvest Inc"]');
    expect(companyOf({})).toBe('["accelerator/one","project harvest"]');
  });
});

describe("the texts", () => {
  it("that are searched are those of each field", () => {
    expect(projectTexts(rich, taxonomy).fields).toEqual({
      name: "Harvest",
      oneLiner: "Sells crops early",
      tags: "spoiled crops\ncold storage\nescrow\nrust\nfarmers",
      topics: `${main.label}\n${second.label}\nApplied AI`,
      tools: "Rust\nMaps",
      description: "Farmers sell what they have not yet harvested.\n\nSummary of the code.",
    });
    const nothing = { oneLiner: "", tags: "", topics: "", tools: "", description: "" };
    expect(projectTexts(bare, taxonomy).fields).toEqual({ name: "Bare", ...nothing });
    const onlySummary = settle({ evidenceSummaries: { pitchSummary: summary } });
    expect(projectTexts(onlySummary, taxonomy).quoted).toBe(summary.text);
    expect(projectTexts(settle({ labels: ["Climate"] }), taxonomy).fields.topics).toBe("Climate");
  });

  it("that are embedded are name, one-liner, tags, and the first 1,500 characters on the purpose", () => {
    expect(projectText(rich.record)).toBe(
      "Harvest\nSells crops early\nFarmers sell what they have not yet harvested.\nspoiled crops, cold storage, escrow, rust, farmers",
    );
    expect(projectText(bare.record)).toBe("Bare");
    const description = `## How we built it\nRust.\n## What it does\n${"é".repeat(2_000)}`;
    const name = "Long";
    expect(projectText({ ...bare.record, name, description })).toBe(`Long\n${"é".repeat(1_500)}`);
    expect(projectText({ ...bare.record, description: "Inspiration\n\nWhat it does\n" })).toBe("Bare");
    const onlyBuilding = "## How we built it\nRust.";
    expect(projectText({ ...bare.record, description: onlyBuilding })).toBe("Bare\nRust.");
    const emoji = "🦀".repeat(1_501);
    expect(projectText({ ...bare.record, description: emoji })).toBe(`Bare\n${"🦀".repeat(1_500)}`);
  });
});

describe("technologies", () => {
  const used = (kinds: Record<string, string[]>) => ({
    record: {
      builtWith: builtWithRecordSchema.parse(
        Object.fromEntries(
          Object.entries(kinds).map(([kind, names]) => [kind, names.map((name) => ({ name }))]),
        ),
      ),
    },
  });

  it("are each listed once, under the kind that most projects list them under", () => {
    const projects = [
      used({ languages: ["Rust"], tooling: [" rust"], services: ["Maps"] }),
      used({ tooling: ["RUST"] }),
      used({ languages: ["Rust"], tooling: ["Maps"] }),
      used({ tooling: ["Rust"] }),
    ];
    const values = technologyValues(projects);
    expect(values(projects[0]!.record)).toEqual([
      { key: "rust", label: "tooling" },
      { key: "maps", label: "services" },
    ]);
    expect(values({ builtWith: null })).toEqual([]);
  });

  it("listed as often under two kinds get the first of the contract", () => {
    const projects = [used({ tooling: ["Rust"] }), used({ languages: ["Rust"] })];
    expect(technologyValues(projects)(projects[0]!.record)).toEqual([{ key: "rust", label: "languages" }]);
  });
});
