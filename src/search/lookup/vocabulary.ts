/** The words of an index. */
export interface Vocabulary {
  /** Number of texts. */
  readonly texts: number;
  /** Number of texts that contain the term; 0: the term is unknown. */
  frequency(term: string): number;
  /** Known terms within the edit distance allowed for a word of `length` characters, by default that of `text`. */
  near(text: string, length?: number): readonly string[];
  /** A term as texts usually write it. */
  form(term: string): string;
  /** How often the second term follows the first, stop words between them left out; 0 for a rare pair. */
  pairs(first: string, second: string): number;
}
