import { expect, it } from "vitest";
import type { ProjectSearchResult } from "../../contract/api/project.ts";
import { projectCells, projectColumns } from "./project-cells.ts";

const result = {
  slug: "harvest",
  name: "Harvest",
  oneLiner: "Sells crops early",
  similarity: 0.5,
  hackathon: { slug: "spring", name: "Spring", startDate: "2025-04-01" },
  tracks: [
    { key: "spring/ai", name: "AI" },
    { key: "spring/food", name: "Food" },
  ],
  labels: ["Agents", "Climate"],
  award: "winner",
  prize: { type: "TRACK_PRIZE", name: "First", placement: 1, amount: 500, trackName: "Food" },
  categories: { version: "2", primaryKey: "main", secondaryKey: "second", confidence: "high" },
  cluster: { key: "v1-c4", label: "Farms" },
  crowdedness: 7,
  tags: {
    problemTags: ["waste", "hunger"],
    solutionTags: ["cold storage"],
    primitives: ["escrow"],
    techStack: ["rust"],
    targetUsers: ["farmers"],
  },
  accelerator: { batchKey: "batch/one", batchName: "One", companyName: null, companySlug: null },
  team: { count: 2 },
  metrics: { updatesCount: 3 },
  links: {
    github: "https://a.example/git",
    demo: "https://a.example/demo",
    presentation: "https://a.example/talk",
    technicalDemo: "https://a.example/tech",
    twitter: "https://a.example/post",
    colosseum: null,
  },
} as unknown as ProjectSearchResult;

const rowOf = (project: ProjectSearchResult) => {
  const cells = projectCells(project);
  return Object.fromEntries(projectColumns.map((name, i) => [name, cells[i]]));
};

it("a row has every field of a result in its own column", () => {
  expect(rowOf(result)).toEqual({
    slug: "harvest",
    name: "Harvest",
    oneLiner: "Sells crops early",
    similarity: 0.5,
    hackathon: "spring",
    hackathonName: "Spring",
    startDate: "2025-04-01",
    tracks: "AI; Food",
    labels: "Agents; Climate",
    award: "winner",
    prizeType: "TRACK_PRIZE",
    prizeName: "First",
    prizePlacement: 1,
    prizeAmount: 500,
    prizeTrack: "Food",
    category: "main",
    secondCategory: "second",
    cluster: "v1-c4",
    clusterLabel: "Farms",
    crowdedness: 7,
    problemTags: "waste; hunger",
    solutionTags: "cold storage",
    primitives: "escrow",
    techStack: "rust",
    targetUsers: "farmers",
    accelerator: "batch/one",
    team: 2,
    updates: 3,
    github: "https://a.example/git",
    demo: "https://a.example/demo",
    presentation: "https://a.example/talk",
    technicalDemo: "https://a.example/tech",
    twitter: "https://a.example/post",
  });
});

it("a row has empty cells where a result has nothing", () => {
  const nothing = { prize: null, categories: null, cluster: null, tags: null, accelerator: null };
  const row = rowOf({ ...result, ...nothing, tracks: [], labels: [] } as unknown as ProjectSearchResult);
  const given = rowOf(result);
  const empty = Object.keys(row).filter((name) => row[name] === undefined || row[name] === "");
  expect(empty).toEqual([
    "tracks",
    "labels",
    "prizeType",
    "prizeName",
    "prizePlacement",
    "prizeAmount",
    "prizeTrack",
    "category",
    "secondCategory",
    "cluster",
    "clusterLabel",
    "problemTags",
    "solutionTags",
    "primitives",
    "techStack",
    "targetUsers",
    "accelerator",
  ]);
  for (const name of projectColumns) if (!empty.includes(name)) expect(row[name]).toBe(given[name]);
});
