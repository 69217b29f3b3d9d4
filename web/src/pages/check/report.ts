/** An idea check as Markdown, to paste into a document or an issue. */
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import type { Dumbbell } from "../../charts/drawing.ts";
import { formatLift, formatShare } from "../../charts/numbers.ts";
import type { FoundDocument } from "../../explore/group-by-document.ts";
import { documentHref, projectHref } from "../../explore/hrefs.ts";
import { checkHref } from "./state.ts";
import { crowdSentence, crowdWord, winnersSentence, yearsSentence } from "./words.ts";

export interface Report {
  idea: string;
  /** Of this service, such as `https://research.example.org`. */
  origin: string;
  neighbours: NeighborhoodResponse;
  apart: readonly Dumbbell[];
  documents: readonly Pick<FoundDocument, "documentId" | "title" | "author" | "source">[];
}

const projectsListed = 10;

export function reportOf({ idea, origin, neighbours, apart, documents }: Report): string {
  const years = yearsSentence(neighbours.byYear);
  const sections = [
    `# Idea check\n\n> ${plain(idea)}`,
    `**${crowdWord(neighbours)}.** ${[crowdSentence(neighbours), neighbours.total > 0 && winnersSentence(neighbours), years].filter(Boolean).join(" ")}`,
    section(
      "Who has built this",
      neighbours.results
        .slice(0, projectsListed)
        .map(({ slug, name, oneLiner, award, hackathon, similarity }) => {
          const facts = [hackathon.name, award?.replace("_", " "), `similarity ${similarity.toFixed(2)}`];
          const line = `${link(name, origin + projectHref(slug))} (${plain(facts.filter(Boolean).join(", "))})`;
          return oneLiner === null ? line : `${line}: ${plain(oneLiner)}`;
        }),
    ),
    section(
      "How crowded is it",
      neighbours.byYear.map(
        ({ year, count, winners }) => `${year ?? "Unknown year"}: ${count}, ${winners} of them winners`,
      ),
    ),
    section(
      "What set winners apart",
      apart.map(
        ({ label, a, b, lift }) =>
          `${plain(label)}: ${formatShare(a.share)} of winners, ${formatShare(b.share)} of the others (${formatLift(lift)})`,
      ),
    ),
    section(
      "What has been written",
      documents.map(({ documentId, title, author, source }) => {
        const by = [author, source].filter(Boolean).join(", ");
        return `${link(title, origin + documentHref(documentId))} (${plain(by)})`;
      }),
    ),
    section(
      "What is it built with",
      neighbours.technologies
        .slice(0, 10)
        .map(
          ({ name, category, count, share }) =>
            `${plain(name)} (${category}): ${count}, ${formatShare(share)}`,
        ),
    ),
    `[This check](${origin}${checkHref(idea)})`,
  ];
  return `${sections.filter((text) => text !== null).join("\n\n")}\n`;
}

const section = (title: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : `## ${title}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;

/** Text of others on one line, with everything escaped that Markdown or HTML would take as markup or as a link. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>#|~!&@]/g, "\\$&")
    .replace(/:\/\//g, "\\://")
    .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replace(/^(?=[-+])/, "\\")
    .replace(/^(\d+)(?=[.)])/, "$1\\");

/** In an address, brackets and spaces would end the link. */
const link = (text: string, url: string): string =>
  `[${plain(text)}](${url.replace(/[()\s<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)})`;
