/** Abbreviations that are stop words but for their capitals: `DID wallet`. */

/** Not `IT` and `US`: texts that write them out are not about what those with the abbreviation are about. */
const meanings: Record<string, string> = {
  DID: "decentralized identity",
  HE: "homomorphic encryption",
};

// Time: linear, because the alternatives are literal.
const abbreviation = new RegExp(`\\b(?:${Object.keys(meanings).join("|")})\\b`, "gu");

/** With their meanings in place of them; a query of several words in capitals is as given. */
export function withoutAbbreviations(query: string): string {
  const isShouted = /\s/u.test(query.trim()) && !/\p{Ll}/u.test(query);
  return isShouted ? query : query.replaceAll(abbreviation, (word) => meanings[word]!);
}
