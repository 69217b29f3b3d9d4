/** A passage cut from a Markdown document, where its signs cannot be rendered: a sign can be on one side of the cut. */
export const plainText = (passage: string): string =>
  rules.reduce((text, [signs, instead]) => text.replace(signs, instead), passage).trim();

const rules: readonly [signs: RegExp, instead: string][] = [
  // Images and links become their words.
  [/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1"],
  [/```\w*|`/g, ""],
  // Rules, of tables too.
  [/[|:\s]*[-=]{3,}[-=|:\s]*/g, " "],
  // Cells of a table.
  [/\s*\|(?:\s*\|)*\s*/g, " · "],
  [/\*\*|__/g, ""],
  // Emphasis: an asterisk beside a word, not between two of them.
  [/(?<![\p{L}\p{N}*])\*(?=[\p{L}\p{N}"“(])|(?<=[\p{L}\p{N}.,!?)”"])\*(?![\p{L}\p{N}*])/gu, ""],
  // Headings, quotations and entries of lists begin a line, which is a space by now.
  [/(^|[\s…])#{1,6}\s+/g, "$1"],
  [/^(…?)\s*>\s+/, "$1"],
  [/(^|[.:;!?…])\s+-\s+/g, "$1 • "],
  [/^(…?)\s*·\s*|\s*·\s*(…?)$/g, "$1$2"],
  [/\s{2,}/g, " "],
];
