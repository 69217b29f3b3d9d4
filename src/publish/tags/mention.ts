/**
 * Whether a phrase in a text is stated of the project. Cue words near the mention decide, as in NegEx
 * (W. Chapman et al., "A simple algorithm for identifying negated findings and diseases in discharge summaries",
 * 2001): negated, compared and planned mentions are not evidence.
 */
import type { TagKind } from "../../corpus/projects/project-layout.ts";
import { clauseBreak, endOf, noBreak, sentenceBreak, startOf, type Words } from "./words.ts";

export interface Mention {
  kind: TagKind;
  start: number;
  end: number;
}

const set = (words: string) => new Set(words.split(" "));

/** Up to six words before, in the same clause. */
const denials = set(
  "no not without never nor neither unlike versus vs cannot except instead avoid avoids avoiding replace replaces " +
    "replacing replaced eliminate eliminates eliminating remove removes removing lack lacks lacking dont doesnt isnt",
);
/** Cancel a preceding negation: "not a bank but a wallet". */
const turns = set("but however although whereas only just");
/** Up to three words before: the mention is something the project is compared with. */
const comparisons = set(
  "like than similar compared inspired alternative alternatives competitor competitors rival rivals",
);
const plans = [
  "plan to",
  "plans to",
  "planning to",
  "planned",
  "hope to",
  "hoping to",
  "intend to",
  "intends to",
  "want to add",
  "want to integrate",
  "would like to",
  "would love to",
  "will add",
  "will support",
  "will integrate",
  "could be",
  "could also",
  "in the future",
  "in future",
  "roadmap",
  "someday",
  "eventually",
  "coming soon",
  "next step",
  "next steps",
  "later version",
  "later versions",
  "not yet",
  "not there",
  "not done",
  "not built",
  "not finished",
  "not implemented",
  "out of reach",
  "out of scope",
  "left out",
  "missing",
  "did not manage",
  "ran out of time",
  "we considered",
  "we tried",
  "gave up",
].map((cue) => cue.split(" "));
/** Before a kind of person: the project is for them. */
const audience = set(
  "for help helps helping let lets letting enable enables enabling allow allows allowing empower empowers " +
    "empowering give gives giving connect connects connecting serve serves protect protects assist assists",
);
/** The team refers to itself; up to two words may come between. */
const selves = ["we are", "we re", "we were", "i am", "i m", "as", "team of", "group of", "fellow"].map(
  (cue) => cue.split(" "),
);

/** One or two words before: the mention is a means, such as "using atomic swaps". */
const means = set("using via through leveraging leverages utilizing utilizes utilising utilises");
/** After a mention: it says what kind of part or material something else is, such as "crypto wallet addresses". */
const materials = set(
  "address addresses api authentication builder builders client contract contracts data factories factory framework " +
    "generator integration kit knowledge metadata prices prompts proofs schemas sdk server starter suite wrapper",
);

/** Whether a solution is named as a means, or as what a part or a tool is for. */
export function isAside(words: Words, { kind, start, end }: Mention): boolean {
  if (kind !== "solutionTags") return false;
  const from = Math.max(startOf(words, start, clauseBreak), start - 2);
  const before = words.tokens.slice(from, start);
  if (before.some((token) => means.has(token)) || (before[0] === "powered" && before[1] === "by"))
    return true;
  const next = words.tokens[end];
  return next !== undefined && words.breaks[end] === noBreak && materials.has(next);
}

/** False for mentions that are negated, compared with, planned, or about the team. */
export function isSaidOfProject(words: Words, mention: Mention): boolean {
  const { kind, start } = mention;
  // Problems are typically negated: "no more late payments".
  if (kind === "problemTags") return true;
  if (isPlanned(words, start)) return false;
  if (kind === "targetUsers") return !isSelf(words, start) && !isDenied(words, mention);
  return !isDenied(words, mention) && !isCompared(words, start) && !isDeniedAfter(words, mention);
}

/** Whether the words before say that the project is made for them. */
export function isAudience(words: Words, { start }: Mention): boolean {
  const from = Math.max(startOf(words, start, clauseBreak), start - 4);
  return words.tokens.slice(from, start).some((token) => audience.has(token));
}

function isDenied(words: Words, { start }: Mention): boolean {
  const from = Math.max(startOf(words, start, clauseBreak), start - 6);
  let denied = false;
  for (let i = from; i < start; i++) {
    const token = words.tokens[i]!;
    if (denials.has(token) || (token === "t" && words.tokens[i - 1]?.endsWith("n"))) denied = true;
    else if (turns.has(token)) denied = false;
  }
  return denied;
}

function isDeniedAfter(words: Words, { end }: Mention): boolean {
  for (let i = end; i < Math.min(end + 3, words.tokens.length) && words.breaks[i] === noBreak; i++) {
    const token = words.tokens[i]!;
    if (token === "not" || token === "never" || (token === "t" && words.tokens[i - 1]!.endsWith("n")))
      return true;
  }
  return false;
}

function isCompared(words: Words, start: number): boolean {
  const from = Math.max(startOf(words, start, clauseBreak), start - 3);
  return words.tokens.slice(from, start).some((token) => comparisons.has(token));
}

function isSelf(words: Words, start: number): boolean {
  const from = startOf(words, start, clauseBreak);
  return selves.some((cue) => {
    for (let at = Math.max(from, start - cue.length - 2); at + cue.length <= start; at++) {
      if (cue.every((token, i) => words.tokens[at + i] === token)) return true;
    }
    return false;
  });
}

function isPlanned(words: Words, at: number): boolean {
  const from = startOf(words, at, sentenceBreak);
  const to = endOf(words, at, sentenceBreak);
  for (let i = from; i < to; i++) {
    for (const cue of plans) {
      if (
        cue[0] === words.tokens[i] &&
        i + cue.length <= to &&
        cue.every((token, j) => words.tokens[i + j] === token)
      )
        return true;
    }
  }
  return false;
}
