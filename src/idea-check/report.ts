/** An idea check as Markdown, to paste into a document or an issue. */

import type { ArchiveSearchResult } from "../contract/api/archive.ts";
import type { NeighborhoodResponse } from "../contract/api/neighborhood.ts";
import { code, link, plain } from "../contract/values/markdown-text.ts";
import { formatLift, formatShare } from "./numbers.ts";
import { summaryLabel } from "./summary-label.ts";
import type { Trait } from "./winners-apart.ts";
import { crowdSentence, crowdWord, nothingApart, winnersSentence, yearsSentence } from "./words.ts";

export interface Report {
  idea: string;
  /** Of the service's pages, such as `https://research.example.org`; null: slugs and ids instead of links. */
  origin: string | null;
  neighbors: NeighborhoodResponse;
  /** Null: not answered. */
  apart: readonly Trait[] | null;
  /** Null: not answered. */
  documents:
    | readonly Pick<ArchiveSearchResult, "documentId" | "title" | "author" | "source" | "machineSummary">[]
    | null;
}

const projectsListed = 10;
/** Of a part that failed, or was still awaited. */
const unanswered = ["Not answered when this report was made."];

export function reportOf({ idea, origin, neighbors, apart, documents }: Report): string {
  const years = yearsSentence(neighbors.byYear);
  /** Name, and address below the origin or key. */
  const record = (name: string, path: string, key: string) =>
    origin === null ? `${plain(name)} (${code(key)})` : link(name, `${origin}${path}`);
  const sections = [
    `# Idea check\n\n> ${plain(idea)}`,
    `**${crowdWord(neighbors)}.** ${[crowdSentence(neighbors), neighbors.total > 0 && winnersSentence(neighbors), years].filter(Boolean).join(" ")}`,
    section(
      "Who has built this",
      neighbors.results
        .slice(0, projectsListed)
        .map(({ slug, name, oneLiner, award, hackathon, similarity }) => {
          const facts = [hackathon.name, award?.replace("_", " "), `similarity ${similarity.toFixed(2)}`];
          const named = record(name, `/projects/${encodeURIComponent(slug)}`, slug);
          const line = `${named} (${plain(facts.filter(Boolean).join(", "))})`;
          return oneLiner === null ? line : `${line}: ${plain(oneLiner)}`;
        }),
    ),
    section(
      "How crowded is it",
      neighbors.byYear.map(
        ({ year, count, winners }) => `${year ?? "Unknown year"}: ${count}, ${winners} of them winners`,
      ),
    ),
    section("What set winners apart", apartLines(apart, neighbors.winners)),
    section(
      "What has been written",
      documents?.map(({ documentId, title, author, source, machineSummary }) => {
        const by = [machineSummary ? summaryLabel(machineSummary) : author, source]
          .filter(Boolean)
          .join(", ");
        return `${record(title, `/archive/${documentId}`, documentId)} (${plain(by)})`;
      }) ?? unanswered,
    ),
    section(
      "What is it built with",
      neighbors.technologies
        .slice(0, 10)
        .map(
          ({ name, category, count, share }) =>
            `${plain(name)} (${category}): ${count}, ${formatShare(share)}`,
        ),
    ),
    origin === null ? null : `[This check](${origin}/check?${new URLSearchParams({ idea })})`,
  ];
  return `${sections.filter((text) => text !== null).join("\n\n")}\n`;
}

function apartLines(apart: Report["apart"], winners: number): readonly string[] {
  if (winners === 0) return [];
  if (apart === null) return unanswered;
  if (apart.length === 0) return [nothingApart(winners)];
  return apart.map(
    ({ label, winners: ofWinners, others, lift }) =>
      `${plain(label)}: ${formatShare(ofWinners.share)} of winners, ${formatShare(others.share)} of the others (${formatLift(lift)})`,
  );
}

const section = (title: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : `## ${title}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
