/** Dimensions of an analysis in the order of the contract, with their titles. */
import type { AnalyzeDimension } from "../contract/api/analysis.ts";

export const dimensionTitles: Record<AnalyzeDimension, string> = {
  categories: "Categories",
  clusters: "Clusters",
  tracks: "Tracks",
  problemTags: "Problem tags",
  solutionTags: "Solution tags",
  primitives: "Primitives",
  techStack: "Tech stack",
  targetUsers: "Target users",
};

export const dimensionNames = Object.keys(dimensionTitles) as AnalyzeDimension[];
