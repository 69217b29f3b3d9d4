/** Candidate labels of a cluster: runs of one to four words of a text without verbs and filler words. */
import { termOf } from "../../search/analysis/analyzer.ts";
import {
  adjectives,
  foreignWords,
  functionWords,
  isAudience,
  isEitherWay,
  isGeneric,
  isVerb,
  vessels,
} from "./word-classes.ts";

export interface Phrase {
  /** Stems of its words, so that singular and plural are the same. */
  key: string;
  /** As written. */
  words: readonly string[];
  /** Suitability as a label, by the classes of its words: 1, less where they are unspecific. */
  worth: number;
}

/** Of words that are true of most projects; of people; ending with the shape in which a thing comes. */
const worths = { generic: 0.15, audience: 0.3, vessel: 0.5, full: 1 } as const;

export const longestPhrase = 4;

const notProse = /https?:\/\/\S+|www\.\S+|(?<!\S)\S+@\S+|`[^`]*`|^[ \t]*#.*$|!?\[[^\][]*\]\([^()]*\)/gmu;
/** Ends a phrase; a full stop only before a blank, because of "Node.js". */
const breaks = /[,;:!?()[\]{}"“”„«»|/\\*•·…—–<>=+~\n\r\t]+|\.(?=\s|$)|\s[-–—]+\s|'s\b|’s\b/gu;
const edge = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;
const wordShape = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}.&'’-]*$/u;
const innerWords = new Set(["of", "to"]);

/** Stretches of words without punctuation between them, as written; markdown omitting headings and URLs. */
export function stretches(text: string): string[][] {
  const found: string[][] = [];
  for (const part of text.replace(notProse, "\n").split(breaks)) {
    let stretch: string[] = [];
    for (const piece of part.split(/\s+/u)) {
      const word = piece.replace(edge, "");
      if (word !== "" && wordShape.test(word) && word.length <= 30) stretch.push(word);
      else if (stretch.length > 0) {
        found.push(stretch);
        stretch = [];
      }
    }
    if (stretch.length > 0) found.push(stretch);
  }
  return found;
}

/** Stems that group the forms of a word: NFTs with NFT, cross-chain with cross chain. */
export function wordKey(word: string): string {
  return word.toLowerCase().replace(/[’']/g, "").split("-").filter(Boolean).map(partKey).join(" ");
}

function partKey(part: string): string {
  // The stemmer leaves words without vowels as they are.
  if (part.length > 2 && /^[^aeiouy]+s$/.test(part) && !part.endsWith("ss")) return part.slice(0, -1);
  return termOf(part) ?? part;
}

/** The positions that a word may take in a phrase. */
interface Standing {
  key: string;
  inside: boolean;
  first: boolean;
  last: boolean;
  alone: boolean;
  generic: boolean;
  audience: boolean;
  vessel: boolean;
}

const standings = new Map<string, Standing>();

function standingOf(word: string): Standing {
  const known = standings.get(word);
  if (known) return known;
  const lower = word.toLowerCase().replaceAll("’", "'");
  const filling =
    functionWords.has(lower) || foreignWords.has(lower) || lower.length < 2 || /^[\d.]/.test(lower);
  const adverb = lower.length > 4 && lower.endsWith("ly") && !/^(assembly|family|reply|supply)$/.test(lower);
  const quality =
    adjectives.has(lower) || /-(based|powered|driven|enabled|first|native|friendly|free)$/.test(lower);
  const inside = !filling && !adverb && !isVerb(lower);
  const standing: Standing = {
    key: wordKey(word),
    inside,
    first: inside && !isEitherWay(lower),
    last: inside && !quality,
    alone: inside && !isEitherWay(lower) && !quality,
    generic: filling || isGeneric(lower),
    audience: filling || isAudience(lower),
    vessel: vessels.has(lower),
  };
  if (standings.size > 200_000) standings.clear();
  standings.set(word, standing);
  return standing;
}

/** Phrases of a stretch of words, shorter ones inside longer ones too; each word passes `known` by its stem. */
export function phrasesOf(stretch: readonly string[], known: (key: string) => boolean): Phrase[] {
  const found: Phrase[] = [];
  for (let from = 0; from < stretch.length; from++) {
    const first = standingOf(stretch[from]!);
    if (!first.first || !known(first.key)) continue;
    let key = "";
    let generic = true;
    let audience = true;
    for (let to = from; to < Math.min(stretch.length, from + longestPhrase); to++) {
      const word = stretch[to]!;
      const standing = standingOf(word);
      const inner = innerWords.has(word.toLowerCase());
      if (!inner && !(standing.inside && known(standing.key))) break;
      key = key === "" ? standing.key : `${key} ${standing.key}`;
      generic &&= standing.generic;
      audience &&= standing.audience;
      if (inner || !(to === from ? standing.alone : standing.last)) continue;
      const worth = generic
        ? worths.generic
        : audience
          ? worths.audience
          : standing.vessel
            ? worths.vessel
            : worths.full;
      found.push({ key, words: stretch.slice(from, to + 1), worth });
    }
  }
  return found;
}

/** A tag as one phrase; null for one that is too long, or that is true of most projects. */
export function phraseOfTag(tag: string): Phrase | null {
  const words = stretches(tag).flat();
  const known = words.map(standingOf);
  if (words.length === 0 || words.length > longestPhrase || known.every(({ generic }) => generic))
    return null;
  return { key: known.map(({ key }) => key).join(" "), words, worth: worths.full };
}

/** Stems of the words of a stretch that may be part of a phrase. */
export function contentKeys(stretch: readonly string[]): string[] {
  return stretch.map(standingOf).flatMap(({ inside, key }) => (inside ? [key] : []));
}
