/** Headings of submission forms: every project that was submitted by such a form has them, so they say nothing of one. */
const headings = [
  "inspiration",
  "what it does",
  "how (?:we|i) (?:built|made) (?:it|this)",
  "how (?:it['’]s|it is) made",
  "challenges (?:we|i) (?:ran into|faced)",
  "accomplishments that (?:we|i)(?:['’]re|['’]m| are| am) proud of",
  "what (?:we|i)(?:['’]ve| have)? learn(?:ed|t)",
  "what(?:['’]s| is) next(?: for [^\\n]{1,100})?",
  "built with",
  "the problem [^\\n]{1,100} solves",
  "project description",
];
// Time: linear in the text, because each match begins a line and repeats at most 100 characters.
const line = new RegExp(`^[#*_ \\t]{0,12}(?:${headings.join("|")})[:?*_ \\t]{0,12}$`, "gimu");

/** The text without lines that are such headings only. */
export function withoutFormHeadings(text: string): string {
  return text.replace(line, "");
}
