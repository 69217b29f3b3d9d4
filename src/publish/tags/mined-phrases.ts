/**
 * Mines tags that are not in the vocabulary from the corpus: phrases of two or three words that end in a noun which
 * makes a tag ("… marketplace", "… fraud"), occur in several projects, and whose words co-occur more often than by
 * chance.
 */

import type { TagKind } from "../../corpus/projects/project-layout.ts";
import { stopWords } from "../../search/analysis/stop-words.ts";
import { singularOf } from "./phrase.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { noBreak, type Words } from "./words.ts";

export interface Candidate {
  kind: TagKind;
  /** Forms joined by blanks: one for all inflections. */
  key: string;
  /** As written here, in lower case. */
  text: string;
  start: number;
  end: number;
  /** Its last word in the plural. */
  last: string;
}

export interface MinedPhrase {
  kind: TagKind;
  /** The most frequent spelling. */
  tag: string;
}

const longestPhrase = 3;
/** How many projects must share a phrase; grows with the corpus, because accidental repeats do. */
export const minProjects = (projects: number) => Math.max(3, Math.ceil(Math.sqrt(projects) / 25));
/** Normalized pointwise mutual information (G. Bouma, 2009): 0 for chance, 1 for words that only occur together. */
const minCohesion = 0.1;

/** Every phrase of the words that might be a tag; of those with the same last word, the longest first. */
export function candidatesIn(words: Words, vocabulary: Vocabulary): Candidate[] {
  const found: Candidate[] = [];
  for (let head = 1; head < words.forms.length; head++) {
    const kind = vocabulary.heads.get(singularOf(words.tokens[head]!));
    if (!kind || !endsPhrase(words, head, vocabulary)) continue;
    for (let length = longestPhrase; length >= 2; length--) {
      const start = head - length + 1;
      if (start < 0 || !isRun(words, { start, end: head + 1 }, vocabulary)) continue;
      found.push({
        kind,
        key: words.forms.slice(start, head + 1).join(" "),
        text: words.tokens.slice(start, head + 1).join(" "),
        start,
        end: head + 1,
        last: `${singularOf(words.tokens[head]!)}s`,
      });
    }
  }
  return found;
}

/** Nothing but a function word, a participle or a break may follow: "wallet address" is not a wallet. */
function endsPhrase({ tokens, breaks }: Words, head: number, { plain }: Vocabulary): boolean {
  const next = tokens[head + 1];
  if (next === undefined || breaks[head + 1] !== noBreak) return true;
  return stopWords.has(next) || plain.has(next) || /.{3}(ing|ed)$/.test(next);
}

/** The words before the last are neither function words nor plain ones, and no break separates them. */
function isRun(words: Words, place: { start: number; end: number }, { plain }: Vocabulary): boolean {
  for (let i = place.start; i < place.end; i++) {
    const token = words.tokens[i]!;
    if (i > place.start && words.breaks[i] !== noBreak) return false;
    if (i === place.end - 1) continue;
    if (token.length < 2 || !/[a-z]/.test(token) || stopWords.has(token) || plain.has(token)) return false;
  }
  return true;
}

/** Counts the projects in which each phrase and each word occurs, and selects the phrases that are tags. */
export class PhraseCounts {
  readonly #projectsOfWord = new Map<string, number>();
  readonly #projectsOfPhrase = new Map<
    string,
    { kind: TagKind; projects: number; writings: Map<string, number> }
  >();
  #projects = 0;

  /** One project: its words and the candidates in them. */
  add(forms: ReadonlySet<string>, candidates: readonly Candidate[]): void {
    this.#projects++;
    for (const form of forms) this.#projectsOfWord.set(form, (this.#projectsOfWord.get(form) ?? 0) + 1);
    const counted = new Set<string>();
    for (const { kind, key, text } of candidates) {
      if (counted.has(key)) continue;
      counted.add(key);
      const known = this.#projectsOfPhrase.get(key) ?? { kind, projects: 0, writings: new Map() };
      known.projects++;
      known.writings.set(text, (known.writings.get(text) ?? 0) + 1);
      this.#projectsOfPhrase.set(key, known);
    }
  }

  /** The phrases that are tags, by key. */
  mined(): Map<string, MinedPhrase> {
    const least = minProjects(this.#projects);
    const mined = new Map<string, MinedPhrase>();
    for (const [key, { kind, projects, writings }] of this.#projectsOfPhrase) {
      if (projects < least || this.#cohesion(key, projects) < minCohesion) continue;
      const commonest = [...writings].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
      mined.set(key, { kind, tag: commonest[0]![0] });
    }
    return mined;
  }

  /** Of the words against each other, taken as independent: 0 where there is nothing to compare. */
  #cohesion(key: string, projects: number): number {
    const all = this.#projects;
    const share = projects / all;
    if (share >= 1) return 1;
    const words = key.split(" ");
    const chance = words.reduce(
      (product, word) => product * ((this.#projectsOfWord.get(word) ?? 0) / all),
      1,
    );
    return Math.log(share / chance) / (-Math.log(share) * (words.length - 1));
  }
}
