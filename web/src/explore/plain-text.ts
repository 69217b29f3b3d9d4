/** A passage cut from a Markdown document, where its signs cannot be rendered: a sign can be on one side of the cut. */
export const plainText = (passage: string): string =>
  rules.reduce((text, [signs, instead]) => text.replace(signs, instead), passage).trim();

const rules: readonly [signs: RegExp, instead: string][] = [
  // From here on, white space is one space.
  [/\s+/g, " "],
  // Images and links become their words.
  [/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1"],
  [/```\w*|`/g, ""],
  // Rules, of tables too.
  [/(?:\| ?:?-{2,}:? ?)+/g, ""],
  [/[-=]{3,}/g, ""],
  // Cells of a table.
  [/\|[ |]*/g, "· "],
  [/\*\*|__/g, ""],
  // Emphasis: an asterisk beside a word, not between two of them.
  [/(?<![\p{L}\p{N}*])\*(?=[\p{L}\p{N}"“(])|(?<=[\p{L}\p{N}.,!?)”"])\*(?![\p{L}\p{N}*])/gu, ""],
  // Headings, quotations and entries of lists begin a line, which is a space by now.
  [/(^|[ …])#{1,6} /g, "$1"],
  [/^(…?) ?> /, "$1"],
  [/(^|[.:;!?…]) - /g, "$1 • "],
  [/ {2,}/g, " "],
  [/^(…?) ?· ?/, "$1"],
  [/ ?· ?(…?)$/, "$1"],
];
