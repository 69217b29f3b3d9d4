/** Cuts a text into parts that match words of a query and parts that do not. */
export interface TextPart {
  text: string;
  matches: boolean;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Too common to say why something matched. */
const common = new Set(
  "a an and are as at be by for from has have how i in is it my not of on or our that the their they this to want was we what when where which who will with you your".split(
    " ",
  ),
);

/** Endings that differ between forms of a word. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ers|er|ies|es|ed|s|y)$/u, "") : word;

/** The words to mark: those that the service names, else those of the query. */
export function wordsToMark(query: string, terms?: readonly string[]): ReadonlySet<string> {
  if (terms !== undefined && terms.length > 0) return new Set(terms.flatMap(wordsOf));
  return new Set(wordsOf(query).filter((word) => !common.has(word)));
}

/** Words match whole, or with another suffix. */
export function markWords(text: string, words: ReadonlySet<string>): TextPart[] {
  if (words.size === 0 || text === "") return [{ text, matches: false }];
  const stems = new Set([...words].map(stem));
  const parts: TextPart[] = [];
  const add = (piece: string, matches: boolean) => {
    const last = parts.at(-1);
    if (piece === "") return;
    if (last?.matches === matches) last.text += piece;
    else parts.push({ text: piece, matches });
  };
  let at = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    add(text.slice(at, index), false);
    add(word, stems.has(stem(word.toLowerCase())));
    at = index + word.length;
  }
  add(text.slice(at), false);
  return parts;
}
