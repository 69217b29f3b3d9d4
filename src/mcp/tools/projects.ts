/** Tools for projects. */
import type { Tool } from "../tool.ts";

/** What a list of projects shows of each. */
const listed = [
  "slug",
  "name",
  "oneLiner",
  "similarity",
  "hackathon.slug",
  "award",
  "prize.placement",
  "prize.trackName",
  "crowdedness",
  "cluster",
];
const noSuchProject = "Send a slug exactly as in the results of searchProjects.";

export const projectTools: readonly Tool[] = [
  {
    name: "searchProjects",
    title: "Search projects",
    description:
      "Finds hackathon projects by meaning and words, or by filters alone when query is left out. Ask this first about prior work on an idea. One sentence of what the product does works best. Results with similarity below .35 are mostly unrelated; crowdedness is the number of projects in the same cluster. Names for the filters: the tools filters and categories.",
    operations: ["searchProjects"],
    shown: [
      ...listed.map((field) => `results.${field}`),
      "results.evidence",
      "results.explanation",
      "totalFound",
      "hasMore",
      "facets.*.key",
      "facets.*.label",
      "facets.*.count",
      "diagnostics",
    ],
    pages: {
      list: () => "results",
      offset: {
        max: Number.MAX_SAFE_INTEGER,
        next: ({ hasMore }, { offset, rows, all }) => (hasMore || !all ? offset + rows.length : null),
      },
    },
  },
  {
    name: "getProject",
    title: "Read one project",
    description:
      "One project in full: what it is, its team size, prize, links, technologies found in its code, and summaries of its repository, pitch and demo. Long texts are shortened unless detail is full.",
    operations: ["getProject"],
    ifMissing: noSuchProject,
    shown: [
      "slug",
      "name",
      "oneLiner",
      "description",
      "hackathon",
      "tracks",
      "labels",
      "award",
      "isWinner",
      "prize",
      "links",
      "team.count",
      "accelerator",
      "cluster",
      "tags",
      "categories.primaryKey",
      "categories.secondaryKey",
      "categories.confidence",
      "builtWith.*.name",
      "evidenceSummaries.*.text",
      "evidenceSummaries.*.sourceUrl",
    ],
    clipped: { description: 1_500, "evidenceSummaries.*.text": 700 },
  },
  {
    name: "similarProjects",
    title: "List similar projects",
    description:
      "The projects most similar to one project: its competitors and predecessors. similarity is their closeness to it.",
    operations: ["similarProjects"],
    ifMissing: noSuchProject,
    shown: listed.map((field) => `results.${field}`),
  },
  {
    name: "neighborhood",
    title: "Count the projects around an idea",
    description:
      "How crowded an idea is: every project within a fixed distance of a text, counted by year, award, category, technology and cluster, with the best matches among them. crowdedness.percentile is the share (%) of projects with fewer neighbors. Ask this, not searchProjects, for how many and since when; with a total of 0, ask searchProjects for what is less close.",
    operations: ["neighborhood"],
    defaults: { limit: 8 },
    shown: [
      "total",
      "winners",
      "threshold",
      "byYear",
      "byAward",
      "categories.label",
      "categories.key",
      "categories.count",
      "technologies.name",
      "technologies.count",
      "clusters",
      "crowdedness",
      ...["slug", "name", "oneLiner", "similarity", "hackathon.slug", "award"].map(
        (field) => `results.${field}`,
      ),
    ],
  },
];
