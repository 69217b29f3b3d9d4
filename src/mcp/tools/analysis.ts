/** Tools that count. */
import { z } from "zod";
import type { OperationId } from "../../contract/api/operations.ts";
import type { Tool } from "../tool.ts";

const questions = ["top", "count", "trend", "coUsage"] as const;
const technologyOperations: Record<(typeof questions)[number], OperationId> = {
  top: "listTopTechnologies",
  count: "countTechnology",
  trend: "trendTechnology",
  coUsage: "findCoUsage",
};

const usage = ["projects", "projectsWithRepositoryTags", "count", "share"];

export const analysisTools: readonly Tool[] = [
  {
    name: "analyze",
    title: "Summarize a cohort",
    description:
      "How the projects of a cohort spread over categories, clusters, tracks or tags: counts, shares and a sample project per bucket. cohort {} is every project.",
    operations: ["analyze"],
    defaults: { topK: 8, samplePerBucket: 1 },
    shown: ["totals", "categoryCountsOverlap", "buckets"],
  },
  {
    name: "compare",
    title: "Compare two cohorts",
    description:
      "Where two cohorts differ, such as winners and all projects. lift is shareA / shareB: 2 means twice as common in A. Read it together with the counts: few projects make large lifts.",
    operations: ["compare"],
    defaults: { topK: 8 },
    shown: [
      "totalsA",
      "totalsB",
      ...["key", "label", "countA", "shareA", "countB", "shareB", "lift"].map(
        (field) => `results.*.${field}`,
      ),
    ],
  },
  {
    name: "clusters",
    title: "List the clusters, or read one",
    description:
      "Groups of similar projects with their size, winners and how alike they are (crowdedness, 0 to 1). With key: what one cluster is about, its typical tags and representative projects.",
    operations: ["listClusters", "getCluster"],
    choose: ({ key }) => (key === undefined ? "listClusters" : "getCluster"),
    ifMissing: "Send a key of the tool clusters without arguments; keys change when clusters are rebuilt.",
    shown: [
      ...["key", "label", "projectCount", "winnerCount", "winnerShare", "crowdedness"].map(
        (field) => `clusters.${field}`,
      ),
      "key",
      "label",
      "summary",
      "projectCount",
      "winnerCount",
      "representativeProjects",
      "topTags",
    ],
    pages: { list: ({ key }) => (key === undefined ? "clusters" : null) },
  },
  {
    name: "technologies",
    title: "Technologies in projects' code",
    description:
      "What projects are built with, as found in their repositories. question top: the most used ones; count: how many projects use one technology; trend: its share per hackathon, oldest first; coUsage: what is used together with it. All but top need technology.",
    operations: ["listTopTechnologies", "countTechnology", "trendTechnology", "findCoUsage"],
    ownArguments: {
      question: z.enum(questions).default("top"),
    },
    choose: ({ question }) => technologyOperations[question as (typeof questions)[number]],
    shown: [
      "technology",
      ...usage.map((field) => `totals.${field}`),
      "hackathons.hackathon.slug",
      "hackathons.projectsWithRepositoryTags",
      "hackathons.count",
      "hackathons.share",
      "results",
    ],
  },
];
