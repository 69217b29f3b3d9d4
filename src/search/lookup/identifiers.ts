/** Identifiers of numbered documents, such as `BIP 141`, `EIP-1559` or `SIMD-0096`, whose titles begin with them. */
import { stopWords } from "../analysis/stop-words.ts";
import { type Token, tokenize } from "../analysis/tokenizer.ts";

const letters = /^\p{L}{2,8}$/u;
const digits = /^0*(\d{1,6})$/;
const joined = /^(\p{L}{2,8})0*(\d{1,6})$/u;
const gap = /^[\s\p{Pd}#_]{0,3}$/u;
/** Most UTF-16 units before the colon. */
const maxLength = 24;

/** Series that share their numbers: people ask for `EIP-721`, which is titled ERC-721. */
const shared: ReadonlyMap<string, string> = new Map([
  ["eip", "erc"],
  ["erc", "eip"],
]);
/** Series of standards that are known by number alone. */
const series = ["eip", "erc", "bip", "bolt", "blip", "simd", "slip", "rfc", "nip", "cip", "zip", "pep"];
/** Fewer digits are rather a count. */
const bareNumber = /^0*(\d{3,6})$/;

/** Beside other words only numbers of four digits that are no years, of the series that have so many: `4844 blobs`. */
const knownNumber = /^(?!19|20|0)\d{4}$/;
const longSeries = ["eip", "erc"];

/** `"EIP-1559: Fee market change"` → `#eip1559`; `""` for a title that does not begin with one before a colon. */
export function titleIdentifier(title: string): string {
  const beginning = title.slice(0, identifierEnd(title));
  return identifiersIn(beginning, tokenize(beginning))[0] ?? "";
}

/**
 * What follows the identifier, whole and as far as a further colon or parenthesis: `"BIP 341: Taproot: SegWit version 1"` →
 * `["Taproot: SegWit version 1", "Taproot"]`. None without an identifier.
 */
export function identifiedTitles(title: string): string[] {
  const end = identifierEnd(title);
  if (end === 0) return [];
  const whole = title.slice(end + 1).trim();
  const main = whole.split(/[:(]/u, 1)[0]!.trim();
  return [...new Set([whole, main])].filter((part) => part !== "");
}

/** Place of the colon behind the identifier with which a title begins; 0 without one. */
function identifierEnd(title: string): number {
  const colon = title.indexOf(":");
  if (colon < 0 || colon > maxLength) return 0;
  const [first, second, ...more] = tokenize(title.slice(0, colon));
  const isWhole =
    first && (second ? letters.test(first.text) && digits.test(second.text) : joined.test(first.text));
  return isWhole && more.length === 0 ? colon : 0;
}

/** Keys of those that a text contains, joined (`eip1559`) or not (`EIP 1559`, `eip-1559`), in order. */
export function identifiersIn(text: string, tokens: readonly Token[]): string[] {
  const found = new Set<string>();
  tokens.forEach((token, i) => {
    const [, word, number] = joined.exec(token.text) ?? [];
    if (word && number) found.add(keyOf(word, number));
    const next = tokens[i + 1];
    if (!next || !letters.test(token.text) || stopWords.has(token.text)) return;
    const following = digits.exec(next.text)?.[1];
    if (following && gap.test(text.slice(token.end, next.start))) found.add(keyOf(token.text, following));
  });
  return [...found];
}

/**
 * Keys that a query may mean: of the identifiers in it, also of the series that shares their numbers; of every series for a
 * number alone, such as `1559`.
 */
export function identifiersMeant(query: string, tokens: readonly Token[]): string[] {
  const [first, ...more] = tokens;
  const bare = first && more.length === 0 ? bareNumber.exec(first.text)?.[1] : undefined;
  if (bare) return series.map((word) => keyOf(word, bare));
  const found = identifiersIn(query, tokens);
  const others = found.flatMap((key) => {
    const [, word = "", number = ""] = joined.exec(key.slice(1)) ?? [];
    const other = shared.get(word);
    return other ? [keyOf(other, number)] : [];
  });
  return [...new Set([...found, ...others])];
}

/** Keys that numbers of a query beside other words may mean. */
export function numbersMeant(query: string, tokens: readonly Token[]): string[] {
  const found = identifiersIn(query, tokens);
  return tokens.flatMap(({ text }) => {
    const isNumber = tokens.length > 1 && knownNumber.test(text);
    const isOwn = series.some((word) => found.includes(keyOf(word, text)));
    return isNumber && !isOwn ? longSeries.map((word) => keyOf(word, text)) : [];
  });
}

/** Not the key of any name. */
const keyOf = (word: string, number: string) => `#${word}${number}`;
