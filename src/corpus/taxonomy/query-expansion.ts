import { stopWords } from "../../search/analysis/stop-words.ts";
import { phraseWords } from "./phrase-words.ts";
import type { Taxonomy, TaxonomySynonym } from "./taxonomy-schema.ts";

/** In words: bounds the expansion so that the query itself still dominates. */
export const MAX_ADDED_WORDS = 20;

interface ExpandedQuery {
  /** The query as given, followed by the added terms; exactly the query when nothing applied. */
  expanded: string;
  /** The added terms in the order of the words they expand; ranking weighs them lower. */
  added: string[];
}

interface Lexicon {
  /** Words of a phrase, joined by single spaces → its expansions. */
  meanings: Map<string, string>;
  /** First word → the most words of a phrase that begins with it. */
  longest: Map<string, number>;
}

/** What follows one is not what the query asks for. */
const negations: ReadonlySet<string> = new Set(["no", "non", "not", "without"]);

const lexicons = new WeakMap<readonly TaxonomySynonym[], Lexicon>();

/**
 * Adds the meanings of abbreviations and jargon to a query. Matches whole words, ignoring case; at each position the
 * longest phrase wins and consumes its words. A meaning is added once, and not when the query already contains it or
 * more than {@link MAX_ADDED_WORDS} words would be added. Added words are not expanded again; neither are `without NFTs` and
 * identifiers.
 */
export function expandQuery(query: string, taxonomy: Pick<Taxonomy, "synonyms">): ExpandedQuery {
  const { meanings, longest } = lexiconOf(taxonomy.synonyms);
  const queryWords = phraseWords(query.replace(identifier, " "));
  const held = [joined(phraseWords(query))];
  const added: string[] = [];
  let room = MAX_ADDED_WORDS;
  for (let at = 0; at < queryWords.length; ) {
    const found = longestAt(queryWords, at, { meanings, longest });
    const isUnwanted = isNegated(queryWords, at);
    at += found?.length ?? 1;
    if (found === undefined || isUnwanted) continue;
    const meaning = phraseWords(found.meaning);
    const phrase = joined(meaning);
    if (meaning.length > room || held.some((text) => text.includes(phrase))) continue;
    added.push(found.meaning);
    held.push(phrase);
    room -= meaning.length;
  }
  return { expanded: added.length === 0 ? query : `${query} ${added.join(" ")}`, added };
}

/** What a whole query stands for, stop words aside: of `the Bitcoin whitepaper` its title. Null for most queries. */
export function meaningOf(query: string, taxonomy: Pick<Taxonomy, "synonyms">): string | null {
  const words = phraseWords(query).filter((word) => !stopWords.has(word));
  const found = longestAt(words, 0, lexiconOf(taxonomy.synonyms));
  return found !== undefined && found.length === words.length ? found.meaning : null;
}

/** Such as `tx.origin` and `OP_CAT`, whose parts are no words of the query. */
// Time: linear, since it begins with a word and each repetition with a mark that words do not have.
const identifier = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)+/gu;

/** Whether a negation is directly before a word, stop words between them left out. */
function isNegated(queryWords: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && stopWords.has(queryWords[before]!) && !negations.has(queryWords[before]!)) before--;
  return negations.has(queryWords[before] ?? "");
}

function longestAt(
  queryWords: readonly string[],
  at: number,
  { meanings, longest }: Lexicon,
): { meaning: string; length: number } | undefined {
  const most = longest.get(queryWords[at] ?? "") ?? 0;
  for (let length = Math.min(most, queryWords.length - at); length > 0; length--) {
    const meaning = meanings.get(queryWords.slice(at, at + length).join(" "));
    if (meaning !== undefined) return { meaning, length };
  }
  return undefined;
}

/** Surrounding spaces make `includes` respect word boundaries. */
function joined(phrase: readonly string[]): string {
  return ` ${phrase.join(" ")} `;
}

function lexiconOf(synonyms: readonly TaxonomySynonym[]): Lexicon {
  let lexicon = lexicons.get(synonyms);
  if (lexicon === undefined) {
    lexicon = { meanings: new Map(), longest: new Map() };
    for (const { terms, expands } of synonyms) {
      for (const term of terms) remember(lexicon, term, expands);
    }
    for (const { terms, expands, both } of synonyms) {
      const [first] = terms;
      if (!both || first === undefined) continue;
      remember(lexicon, expands, first);
      if (!expands.endsWith("s")) remember(lexicon, `${expands}s`, first);
    }
    lexicons.set(synonyms, lexicon);
  }
  return lexicon;
}

function remember({ meanings, longest }: Lexicon, phrase: string, meaning: string): void {
  const words = phraseWords(phrase);
  const [first = ""] = words;
  const key = words.join(" ");
  if (!meanings.has(key)) meanings.set(key, meaning);
  longest.set(first, Math.max(longest.get(first) ?? 0, words.length));
}
