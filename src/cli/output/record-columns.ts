/** Columns of projects and of documents, the same in every list of them. */

import type { ArchiveSearchResult } from "../../contract/api/archive.ts";
import type { ProjectSearchResult } from "../../contract/api/project.ts";
import type { Award } from "../../contract/api/shared.ts";
import { summaryLabel } from "../../idea-check/summary-label.ts";
import type { Column } from "./listing.ts";

export const awardText = (award: Award | null): string =>
  award === "honorable_mention" ? "mention" : (award ?? "");

const score: Column<{ similarity: number }> = {
  title: "Score",
  right: true,
  name: "similarity",
  value: ({ similarity }) => similarity,
  text: ({ similarity }) => similarity.toFixed(3),
};

export const projectColumns: readonly Column<ProjectSearchResult>[] = [
  { title: "Slug", name: "slug", value: ({ slug }) => slug },
  score,
  { title: "Project", flexible: true, name: "name", value: ({ name }) => name },
  {
    title: "Hackathon",
    flexible: true,
    name: "hackathon",
    value: ({ hackathon }) => hackathon.slug,
    text: ({ hackathon }) => hackathon.name,
  },
  { title: "Award", name: "award", value: ({ award }) => award, text: ({ award }) => awardText(award) },
  {
    title: "What it is",
    flexible: true,
    name: "oneLiner",
    value: ({ oneLiner }) => oneLiner,
    text: ({ oneLiner, evidence }) => oneLiner ?? evidence[0] ?? "",
  },
  { name: "category", value: ({ categories }) => categories?.primaryKey },
  { name: "cluster", value: ({ cluster }) => cluster?.key },
];

export const documentColumns: readonly Column<ArchiveSearchResult>[] = [
  { title: "Id", name: "documentId", value: ({ documentId }) => documentId },
  score,
  { title: "Source", name: "source", value: ({ source }) => source },
  { title: "Title", flexible: true, name: "title", value: ({ title }) => title },
  { name: "author", value: ({ author }) => author },
  {
    name: "machineSummary",
    value: ({ machineSummary }) => (machineSummary ? summaryLabel(machineSummary) : null),
  },
  { name: "url", value: ({ url }) => url },
  { name: "publishedAt", value: ({ publishedAt }) => publishedAt },
  {
    title: "Passage",
    flexible: true,
    name: "snippet",
    value: ({ snippet }) => snippet,
    text: ({ snippet, machineSummary }) =>
      machineSummary ? `[${summaryLabel(machineSummary)}] ${snippet}` : snippet,
  },
];
