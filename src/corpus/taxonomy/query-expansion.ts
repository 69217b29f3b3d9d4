import { phraseWords } from "./phrase-words.ts";
import type { Taxonomy, TaxonomySynonym } from "./taxonomy-schema.ts";

/** Words, not characters: an expansion may never drown the query it belongs to. */
export const MAX_ADDED_WORDS = 20;

interface ExpandedQuery {
  /** The query as given, followed by the added terms; exactly the query when nothing applied. */
  expanded: string;
  /** The added terms in the order of what they expand, so that ranking can weigh them lower. */
  added: string[];
}

interface Lexicon {
  /** From the words of a phrase, joined by single spaces, to what it also means. */
  meanings: Map<string, string>;
  /** The most words that a phrase of the lexicon has. */
  longest: number;
}

const lexicons = new WeakMap<readonly TaxonomySynonym[], Lexicon>();

/**
 * Adds to a query what its abbreviations and jargon stand for. Words match whole and whatever their case; at
 * each place the longest phrase wins and its words are used up. A meaning is added once, and not when the query
 * holds it already or more than {@link MAX_ADDED_WORDS} words would be added. Added words are not expanded again.
 */
export function expandQuery(query: string, taxonomy: Pick<Taxonomy, "synonyms">): ExpandedQuery {
  const { meanings, longest } = lexiconOf(taxonomy.synonyms);
  const queryWords = phraseWords(query);
  const held = [joined(queryWords)];
  const added: string[] = [];
  let room = MAX_ADDED_WORDS;
  for (let at = 0; at < queryWords.length; ) {
    const found = longestAt(queryWords, at, { meanings, longest });
    at += found?.length ?? 1;
    if (found === undefined) continue;
    const meaning = phraseWords(found.meaning);
    const phrase = joined(meaning);
    if (meaning.length > room || held.some((text) => text.includes(phrase))) continue;
    added.push(found.meaning);
    held.push(phrase);
    room -= meaning.length;
  }
  return { expanded: added.length === 0 ? query : `${query} ${added.join(" ")}`, added };
}

function longestAt(
  queryWords: readonly string[],
  at: number,
  { meanings, longest }: Lexicon,
): { meaning: string; length: number } | undefined {
  for (let length = Math.min(longest, queryWords.length - at); length > 0; length--) {
    const meaning = meanings.get(queryWords.slice(at, at + length).join(" "));
    if (meaning !== undefined) return { meaning, length };
  }
  return undefined;
}

/** Surrounding spaces make `includes` respect word bounds. */
function joined(phrase: readonly string[]): string {
  return ` ${phrase.join(" ")} `;
}

function lexiconOf(synonyms: readonly TaxonomySynonym[]): Lexicon {
  let lexicon = lexicons.get(synonyms);
  if (lexicon === undefined) {
    lexicon = { meanings: new Map(), longest: 0 };
    for (const { terms, expands, both } of synonyms) {
      for (const term of terms) remember(lexicon, term, expands);
      const [first] = terms;
      if (both && first !== undefined) remember(lexicon, expands, first);
    }
    lexicons.set(synonyms, lexicon);
  }
  return lexicon;
}

function remember(lexicon: Lexicon, phrase: string, meaning: string): void {
  const phraseParts = phraseWords(phrase);
  const key = phraseParts.join(" ");
  if (!lexicon.meanings.has(key)) lexicon.meanings.set(key, meaning);
  lexicon.longest = Math.max(lexicon.longest, phraseParts.length);
}
