/** For tests: what operations return. */
import type { OperationOutput } from "../../contract/api/operations.ts";

type Project = OperationOutput<"searchProjects">["results"][number];
export const project = (slug: string, name: string, more: Partial<Project> = {}) =>
  ({
    slug,
    name,
    oneLiner: "Pays | splits",
    similarity: 0.5,
    hackathon: { slug: "spring", name: "Spring", startDate: "2024-03-01" },
    award: "honorable_mention",
    evidence: [],
    ...more,
  }) as unknown as Project;
export const found = (...results: Project[]): OperationOutput<"searchProjects"> => ({
  results,
  filtersApplied: {},
  totalFound: results.length,
  hasMore: false,
});
export const filters = {
  hackathons: [{ slug: "spring", name: "Spring" }],
  tracks: [{ key: "spring/money", name: "Money" }],
  labels: [],
  acceleratorBatches: [],
  clusters: [],
  prizeTypes: [],
  prizePlacements: [],
  techStack: [{ tag: "react", count: 3 }],
  primitives: [],
  problemTags: [{ tag: "cash flow", count: 2 }],
  solutionTags: [],
  targetUsers: [],
  archiveSources: [{ key: "essays", label: "Essays" }],
} as unknown as OperationOutput<"getFilters">;
