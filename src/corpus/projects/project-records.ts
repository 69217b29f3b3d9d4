/** The two stored records of a project: the request-independent parts of its search result and of its details. */
import type { ProjectDetails, ProjectSearchResult } from "../../contract/api/project.ts";
import { compactBuiltWith, fullBuiltWith } from "./project-built-with.ts";
import { projectEvidence } from "./project-evidence.ts";
import type { SettledProject } from "./settled-project.ts";

/** Fields that depend on the query or on live data are added when a result is shown. */
export type StoredResult = Omit<
  ProjectSearchResult,
  "similarity" | "evidence" | "crowdedness" | "corpusRevision" | "freshness"
>;
export type StoredDetails = Omit<ProjectDetails, "corpusRevision" | "freshness">;

export function storedResult(project: SettledProject): StoredResult {
  const { record } = project;
  const { updatesCount = 0, likesCount, commentsCount } = record.metrics ?? {};
  return {
    slug: project.slug,
    name: record.name,
    oneLiner: project.oneLiner,
    hackathon: project.hackathon,
    tracks: project.tracks,
    labels: project.labels.map((label) => label.name),
    trackClassification: project.trackClassification,
    award: project.award,
    links: project.links,
    prize: project.prize,
    metrics: {
      updatesCount,
      ...(likesCount !== undefined && { likesCount }),
      ...(commentsCount !== undefined && { commentsCount }),
    },
    team: { count: project.teamCount },
    tags: project.tags,
    cluster: project.cluster,
    accelerator: project.accelerator,
    builtWith: compactBuiltWith(record),
    categories: project.categories,
  };
}

/** `importedAt`: when projects were last imported, ISO 8601. */
export function storedDetails(project: SettledProject, importedAt: string): StoredDetails {
  const { record } = project;
  const members = record.team?.members ?? [];
  return {
    slug: project.slug,
    name: record.name,
    description: project.description,
    oneLiner: project.oneLiner,
    hackathon: project.hackathon,
    tracks: project.tracks,
    labels: project.labels.map((label) => label.name),
    trackClassification: project.trackClassification,
    award: project.award,
    links: project.links,
    team: {
      count: project.teamCount,
      members: members.map(({ displayName, username, githubHandle, twitterHandle }) => ({
        displayName: displayName ?? null,
        username: username ?? null,
        githubHandle: githubHandle ?? null,
        twitterHandle: twitterHandle ?? null,
      })),
    },
    isWinner: project.award === "winner",
    accelerator: project.accelerator,
    createdAt: project.createdAt,
    tags: project.tags,
    cluster: project.cluster,
    metrics: { updatesCount: record.metrics?.updatesCount ?? 0 },
    prize: project.prize,
    builtWith: fullBuiltWith(record),
    categories: project.categories,
    evidenceSummaries: projectEvidence(record, importedAt),
  };
}
