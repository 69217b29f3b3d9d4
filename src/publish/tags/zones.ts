/**
 * Splits a project's texts into zones of different weight: the one-liner says what the project is, text under "What's
 * next" describes plans, and a list of challenges describes difficulties.
 */
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { TagKind } from "../../corpus/projects/project-layout.ts";
import { firstCharacters } from "../../search/snippet.ts";
import { readWords, type Words } from "./words.ts";

export type ZoneName =
  | "name"
  | "oneLiner"
  | "opening"
  | "lead"
  | "body"
  | "problem"
  | "built"
  | "aside"
  | "future"
  | "summary";

export interface Zone {
  name: ZoneName;
  words: Words;
}

/** URLs are removed: their words are not about the project. */
const address = /\b(?:https?:\/\/|www\.)\S+/g;
/** The beginning of a text states what the project is and uses; later text adds only mentions. */
const descriptionCharacters = 8_000;
const summaryCharacters = 4_000;
const leadCharacters = 500;

/** How much a mention counts, by zone: for a problem, a solution, a primitive, a technology, a user. */
const weights: Record<ZoneName, readonly [number, number, number, number, number]> = {
  name: [1, 1, 1, 1, 0],
  oneLiner: [3, 3, 3, 3, 3],
  opening: [3, 3, 2, 2, 1],
  lead: [2, 2, 2, 2, 1],
  body: [1, 1, 1, 1, 0.5],
  problem: [2, 1, 0.5, 0.5, 0.75],
  built: [0, 0.5, 2, 2, 0],
  aside: [0, 0, 0, 0.5, 0],
  future: [0, 0, 0, 0, 0],
  summary: [1, 1, 1, 1, 0.5],
};

const weightColumn: Record<TagKind, number> = {
  problemTags: 0,
  solutionTags: 1,
  primitives: 2,
  techStack: 3,
  targetUsers: 4,
};

export function zoneWeight(zone: ZoneName, kind: TagKind): number {
  return weights[zone][weightColumn[kind]]!;
}

/** Headings by the subject of their section, in the order in which they are tried. */
const sections: readonly (readonly [ZoneName, RegExp])[] = [
  ["future", /\b(next|future|roadmap|to.?do|planned|coming soon|vision)\b/i],
  [
    "aside",
    /\b(challenges?|learn(ed|t|ings?)?|accomplishments?|proud|acknowledge?ments?|credits|licen[cs]e|contribut(ing|ors)|references|team|about us|competitors?|competition|alternatives|related|prior art|install(ation|ing)?|getting started|prerequisites|limitations|difficulties|ran into)\b/i,
  ],
  [
    "built",
    /\b(built|build|made|tech(nical|nolog(y|ies))?|stack|architecture|implementation|develop(ed|ment)?)\b/i,
  ],
  ["problem", /\b(problems?|inspiration|motivation|background|why|pain|story behind)\b/i],
  [
    "body",
    /\b(what|how|features?|solution|overview|about|usage|demo|does|works?|product|introduction|summary)\b/i,
  ],
];
const longestHeading = 70;

export function zonesOf(record: ProjectRecord): Zone[] {
  const summary = record.evidenceSummaries?.repoSummary?.text ?? "";
  const texts: [ZoneName, string][] = [
    ["name", record.name],
    ["oneLiner", record.oneLiner ?? ""],
    ...describedIn(
      firstCharacters(record.description ?? "", descriptionCharacters),
      record.oneLiner?.trim() ? "lead" : "opening",
    ),
    ...sectionsOf(firstCharacters(summary, summaryCharacters), "summary"),
  ];
  return texts
    .map(([name, text]) => [name, text.replace(address, ". ")] as const)
    .filter(([, text]) => text.trim() !== "")
    .map(([name, text]) => ({ name, words: readWords(text) }));
}

/**
 * The description's first characters are its lead, unless they are under a heading. Without a one-liner they are the
 * opening, which alone says what the project is.
 */
function describedIn(description: string, first: ZoneName): [ZoneName, string][] {
  let room = leadCharacters;
  return sectionsOf(description, "body").flatMap(([zone, text]): [ZoneName, string][] => {
    if (zone !== "body" || room <= 0) return [[zone, text]];
    const lead = wholeSentences(text, room);
    room -= Math.max(lead.length, 1);
    return [
      [first, lead],
      ["body", text.slice(lead.length)],
    ];
  });
}

function sectionsOf(text: string, plain: ZoneName): [ZoneName, string][] {
  const found: [ZoneName, string[]][] = [[plain, []]];
  for (const line of text.split("\n")) {
    const zone = headingZone(line);
    if (zone) found.push([zone === "body" ? plain : zone, []]);
    else found.at(-1)![1].push(line);
  }
  return found.map(([zone, lines]) => [zone, lines.join("\n")]);
}

/** The zone that a heading opens; null for a line that is not a heading. */
function headingZone(line: string): ZoneName | null {
  const marked = /^\s{0,3}(#{1,6}\s|\*\*|__)/.test(line);
  const text = line.replace(/[#*_`:]+/g, " ").trim();
  if (text === "" || text.length > longestHeading || (!marked && /[.!,;]$/.test(text))) return null;
  const zone = sections.find(([, pattern]) => pattern.test(text))?.[0];
  if (zone && (marked || headingOfForms.test(text))) return zone;
  return marked && /^\s{0,3}#/.test(line) ? "body" : null;
}

/** Headings without marks, as the forms of hackathons print them above each answer. */
const headingOfForms =
  /^(inspiration|what it does|how (we|i) built( it)?|how it'?s made|built with|challenges (we|i) ran into|accomplishments that (we|i).*|what (we|i) learned|what'?s next.*|what is next.*|the problem .{1,40} solves|problem|solution|problem statement|the problem|our solution|roadmap|future (work|plans)|tech(nology)? stack)\??$/i;

function wholeSentences(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const end = Math.max(head.lastIndexOf(". "), head.lastIndexOf("\n"));
  return end > 0 ? head.slice(0, end + 1) : head;
}
