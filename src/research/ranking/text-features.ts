/** Features that need a candidate's text: too slow for all candidates, so only the best are read. */

import { analyze, irregularFormsOf, termOf } from "../../search/analysis/analyzer.ts";
import { argsortBest } from "../../search/argsort.ts";
import type { RankingWeights } from "./linear-model.ts";

/** Candidates whose texts are read. */
const readCandidates = 15;
/** UTF-16 units read of each text. */
const readLength = 1_500;
/** Words this far apart, stop words left out, still belong together. */
const window = 3;
/** UTF-16 units beyond which two words are not counted as near. */
const farthest = 60;

/** Reads what has a weight only. */
export interface CandidateTexts {
  nameOf(candidate: number): string;
  /** The record's best passage, or its text from the beginning. */
  textOf(candidate: number): string;
}

/** Shares of a query's words that a candidate's text and name hold: 0 to 1. */
export interface TextShares {
  proximity: number;
  name: number;
}

/**
 * Adds the text features to the scores of the best candidates, and returns them by candidate. `terms`: the query's own,
 * in order, with their rarity.
 */
export function addTextFeatures(
  scores: Float64Array,
  terms: ReadonlyMap<string, number>,
  { weights, nameOf, textOf }: CandidateTexts & { weights: RankingWeights },
): ReadonlyMap<number, TextShares> {
  const shares = new Map<number, TextShares>();
  if (terms.size === 0) return shares;
  const { proximity, name } = weights;
  const nearness = proximityTo(terms);
  for (const candidate of argsortBest(scores, readCandidates)) {
    const share: TextShares = {
      proximity: proximity !== 0 && terms.size > 1 ? nearness(textOf(candidate)) : 0,
      name: name !== 0 ? coverageOf(terms, new Set(analyze(nameOf(candidate)))) : 0,
    };
    scores[candidate]! += proximity * share.proximity;
    scores[candidate]! += name * share.name;
    shares.set(candidate, share);
  }
  return shares;
}

/** Share of the terms, by rarity, that are in the set: 0 to 1. */
export function coverageOf(terms: ReadonlyMap<string, number>, held: ReadonlySet<string>): number {
  let total = 0;
  let covered = 0;
  for (const [term, rarity] of terms) {
    total += rarity;
    if (held.has(term)) covered += rarity;
  }
  return total === 0 ? 0 : covered / total;
}

/**
 * Returns a function that gives the share of the query's neighboring pairs, by rarity, that occur within three words of
 * each other in a text, in any order, stop words left out; a pair further apart than neighbors counts by 1 / distance.
 * 0 to 1.
 */
export function proximityTo(terms: ReadonlyMap<string, number>): (text: string) => number {
  const order = new Map(Array.from(terms.keys(), (term, i) => [term, i]));
  const rarities = [...terms.values()];
  const pairs = rarities.slice(1).map((rarity, i) => rarities[i]! + rarity);
  const total = pairs.reduce((sum, rarity) => sum + rarity, 0);
  if (total === 0) return () => 0;
  // Stemming may change a last letter (happy, happi), so each match is stemmed and compared.
  const beginnings = Array.from(order.keys(), (term) => [
    term.length > 3 ? term.slice(0, -1) : term,
    ...irregularFormsOf(term),
  ]).flatMap((words) => words.map(escapeLiteral));
  // Time: linear in the text, because the alternatives are literal and `\w*` cannot give anything back.
  const words = new RegExp(`\\b(?:${beginnings.join("|")})\\w*`, "gi");
  return (text) => {
    const nearness = new Float64Array(pairs.length);
    let last: { place: number; end: number } | null = null;
    for (const { 0: word, index } of text.slice(0, readLength).matchAll(words)) {
      const place = order.get(termOf(word.toLowerCase()) ?? "");
      if (place === undefined) continue;
      if (last && Math.abs(place - last.place) === 1) {
        const distance = wordsBetween(text, last.end, index) + 1;
        const pair = Math.min(place, last.place);
        if (distance <= window) nearness[pair] = Math.max(nearness[pair]!, 1 / distance);
      }
      last = { place, end: index + word.length };
    }
    return pairs.reduce((sum, rarity, i) => sum + rarity * nearness[i]!, 0) / total;
  };
}

function escapeLiteral(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Words between two places, stop words left out; infinite where they are far apart. */
function wordsBetween(text: string, from: number, to: number): number {
  if (to - from > farthest) return Number.POSITIVE_INFINITY;
  return analyze(text.slice(from, to)).length;
}
