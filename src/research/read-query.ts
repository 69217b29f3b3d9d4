/** Reads a query: operators, spelling corrections, synonyms and compounds, as weighted index terms. */
import { expandQuery } from "../corpus/taxonomy/query-expansion.ts";
import type { Taxonomy } from "../corpus/taxonomy/taxonomy.ts";
import { queryTerms } from "../search/analysis/analyzer.ts";
import { withApostrophes } from "../search/analysis/contractions.ts";
import { type Token, tokenize } from "../search/analysis/tokenizer.ts";
import {
  type Correction,
  correctedText,
  correctTokens,
  doubtfulTokens,
  wordsOf,
} from "../search/lookup/correction.ts";
import { editDistance } from "../search/lookup/edit-distance.ts";
import { fullNameKey, nameKey } from "../search/lookup/name-key.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import { noWords, type Words } from "../search/lookup/word-readings.ts";
import { withoutAbbreviations } from "./abbreviations.ts";
import { withoutAskingWords } from "./asking-words.ts";
import { foreignTest } from "./foreign-words.ts";
import { correctPhrase } from "./phrase-correction.ts";
import { type Phrase, parseQuery, type QuerySyntax } from "./query-syntax.ts";
import { weighQuery } from "./query-terms.ts";
import { usualSpelling } from "./usual-spelling.ts";

export interface ReadQuery {
  /** Without operators, and with apostrophes that were left out. */
  typed: string;
  /** The text to analyse: without operators and asking words, misspelt words replaced. */
  text: string;
  /**
   * The text to embed: the same, but words that the embedder knows stay, though the corpus lacks them, and others that few
   * texts have are as listed, or as two words.
   */
  embedded: string;
  /** The same, with synonyms and what rare words may stand for, where the embedder knows no word of it. */
  reworded: string;
  /** The same with the taxonomy's synonyms and the operators added; the query as given where nothing applies. */
  expanded: string;
  /** Key of the whole query, in case it is a name or title. */
  nameKey: string;
  /** The same with stop words. */
  fullNameKey: string;
  /** Most typing errors between the query and a name that it may mean: those that its correction fixes, if it has one. */
  nameErrors: number;
  /**
   * The query's own index terms: weight 1, or less for the correction of a misspelt word. Words that
   * the query repeats weigh more.
   */
  own: ReadonlyMap<string, number>;
  /**
   * Further terms: synonyms, alternative corrections, what rare words may stand for, other spellings, and compounds of words
   * that the query writes apart.
   */
  extra: ReadonlyMap<string, number>;
  /** Those of its own terms that replace a word with another spelling. */
  respelt: ReadonlySet<string>;
  /** Some word, as written, occurs in no text. */
  misspelt: boolean;
  /** Words that no text contains are corrected. */
  required: Phrase[];
  excluded: Phrase[];
}

/** Most edits between a misspelt name and the name. */
const maxEdits = 2;

/** Of a synonym of one word; several share more. */
const usualSynonymWeight = 0.4;

export interface KnownWords {
  /** Whether the embedder has a vector for exactly this word; no word without. */
  knowsWord?: ((word: string) => boolean) | undefined;
  /** Correctly written words; none without. */
  words?: Words | undefined;
}

export interface QueryReaders extends KnownWords {
  taxonomy: Pick<Taxonomy, "synonyms">;
  vocabulary: Vocabulary;
  /** Of a synonym of one word; 0.4 by default. */
  synonymWeight?: number;
  /** Whether a record has exactly this name, whose quotation marks and hyphens then are no operators; none by default. */
  isName?: (text: string) => boolean;
}

export function readQuery(
  query: string,
  {
    taxonomy,
    vocabulary,
    knowsWord = () => false,
    words = noWords,
    synonymWeight = usualSynonymWeight,
    isName = () => false,
  }: QueryReaders,
): ReadQuery {
  const given = parse(query, isName);
  const { excluded } = given;
  const typed = withApostrophes(given.text);
  const asked = withoutAskingWords(typed);
  const { text: plain, others } = usualSpelling(withoutAbbreviations(asked), vocabulary);
  const tokens = tokenize(plain);
  const isForeign = foreignTest(plain);
  const corrections = correctTokens(tokens, vocabulary, words).filter((found) => !isForeign(found));
  const text = correctedText(plain, corrections, vocabulary);
  const isKnown = ({ start, end }: { start: number; end: number }) =>
    knowsWord(plain.slice(start, end).toLowerCase());
  const unknown = corrections.filter((correction) => correction.isConfused || !isKnown(correction));
  const { expanded, added } = expandQuery(text, taxonomy);
  const isCorrected = (token: Token) => corrections.some(({ start }) => start === token.start);
  const doubtful = doubtfulTokens(
    tokens.filter((token) => !isCorrected(token) && !isForeign(token)),
    vocabulary,
    { isKnown, words },
  );
  const terms = weighQuery(
    {
      plain,
      tokens,
      text,
      corrections,
      doubtful,
      otherSpellings: others,
      synonyms: added,
      synonymWeight,
      isKnown,
    },
    vocabulary,
  );
  const meant = doubtful.flatMap(({ readings }) => wordsOf(readings[0]!, vocabulary));
  const embeddable = [...unknown, ...doubtful.filter(isWritten)].sort((a, b) => a.start - b.start);
  const isAsTyped = plain === asked && corrections.length + added.length + meant.length === 0;
  const required = given.required.map((phrase) => correctPhrase(phrase, { tokens, corrections }, vocabulary));
  const operators = [
    ...required.map(quoted),
    ...excluded.map((phrase) => `-${phrase.length > 1 ? quoted(phrase) : phrase[0]}`),
  ];
  const name = excluded.length > 0 ? typed : query;
  return {
    typed,
    text,
    embedded: correctedText(plain, embeddable, vocabulary),
    reworded: [expanded, ...meant].join(" "),
    expanded: isAsTyped ? query : [expanded, ...meant, ...operators].join(" "),
    nameKey: nameKey(name),
    fullNameKey: fullNameKey(name),
    nameErrors:
      text === plain ? maxEdits : Math.max(1, editDistance(nameKey(plain), nameKey(text), maxEdits)),
    ...terms,
    misspelt: queryTerms(asked).some((term) => vocabulary.frequency(term) === 0),
    required,
    excluded,
  };
}

function parse(query: string, isName: (text: string) => boolean): QuerySyntax {
  const parsed = parseQuery(query);
  const hasOperators = parsed.required.length + parsed.excluded.length > 0;
  return hasOperators && isName(query) ? { text: query, required: [], excluded: [] } : parsed;
}

/** Whether it is read as words of the list, or as two. */
const isWritten = ({ readings }: Correction): boolean => readings[0]!.words !== undefined;

const quoted = (phrase: Phrase): string => `"${phrase.join(" ")}"`;
