/** The tools, and the operations that are none. */
import type { McpPort } from "./port.ts";
import type { Tool } from "./tool.ts";
import { analysisTools } from "./tools/analysis.ts";
import { archiveTools } from "./tools/archive.ts";
import { feedbackTools } from "./tools/feedback.ts";
import { filterValueTools } from "./tools/filter-values.ts";
import { hackathonTools } from "./tools/hackathons.ts";
import { projectTools } from "./tools/projects.ts";

export const tools: readonly Tool[] = [
  ...projectTools,
  ...archiveTools,
  ...analysisTools,
  ...filterValueTools,
  ...hackathonTools,
  ...feedbackTools,
];

/** About the account, or whole sets for pages and scripts. */
export const operationsWithoutTool: readonly string[] = [
  "getStatus",
  "getMe",
  "getLandscape",
  "exportProjects",
  "exportAnalysis",
];

export const toolsOffered = (port: McpPort): readonly Tool[] =>
  tools.filter(({ operations }) => operations.every((operation) => port.offers(operation)));
