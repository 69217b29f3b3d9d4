/** Headings of submission forms: every project that was submitted by such a form has them. */

/** Up to five words, such as the name of a project. */
const name = "[^\\s.,:;!?]{1,30}(?: [^\\s.,:;!?]{1,30}){0,4}";
const headings = [
  "inspiration",
  "what it does",
  "how (?:we|i) (?:built|made) (?:it|this)",
  "how (?:it['’]s|it is) made",
  "challenges (?:we|i) (?:ran into|faced)",
  "accomplishments that (?:we|i)(?:['’]re|['’]m| are| am) proud of",
  "what (?:we|i)(?:['’]ve| have)? learn(?:ed|t)",
  `what(?:['’]s| is) next(?: for ${name})?`,
  "built with",
  `the problem ${name} solves`,
  "project description",
];
// Time: linear in the text, because each match begins a line and repeats at most five words.
const line = new RegExp(
  `^[-.)_\\p{Extended_Pictographic}\\p{Emoji_Component} \\t]{0,12}(?:${headings.join("|")})[:?*_# \\t]{0,12}$`,
  "gimu",
);

/** The text without lines that are such headings only. */
export function withoutFormHeadings(text: string): string {
  return text.replace(line, "");
}
