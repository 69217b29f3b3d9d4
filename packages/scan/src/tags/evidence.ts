const MAX_CODE_POINTS = 120;

/**
 * Last defence against keys and tokens in evidence: prefixes of well-known issuers, long runs of letters mixed with
 * digits.
 */
const SECRETS =
  /\b(?:(?:sk|pk|rk|gh[pousr]|github_pat|glpat|xox[abprs]|hf|npm|SG)[-_.](?=[\w-]*\d)[\w-]{16,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,}|eyJ[\w-]{16,}|(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[0-9A-Za-z]{32,})/g;

/** `FILE: QUOTE` in at most 120 code points; a long path loses its beginning, a long quote its end. */
export function evidenceOf(file: string, quote: string): string {
  const cleanFile = withoutSecrets(file);
  const cleanQuote = withoutSecrets(quote);
  if (cleanQuote === "") return shortenedPath(cleanFile, MAX_CODE_POINTS);
  const quoteLength = [...cleanQuote].length;
  const forFile = Math.max(30, MAX_CODE_POINTS - 2 - quoteLength);
  const shownFile = shortenedPath(cleanFile, forFile);
  const rest = MAX_CODE_POINTS - 2 - [...shownFile].length;
  return `${shownFile}: ${quoteLength <= rest ? cleanQuote : cutAfter(cleanQuote, rest)}`;
}

function withoutSecrets(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\uFFFD").replace(SECRETS, "…");
}

function shortenedPath(path: string, max: number): string {
  const characters = [...path];
  if (characters.length <= max) return path;
  const end = characters.slice(-(max - 2)).join("");
  const slash = end.indexOf("/");
  return slash >= 0 && slash < end.length - 1 ? `…${end.slice(slash)}` : `…${end}`;
}

function cutAfter(text: string, max: number): string {
  return `${[...text].slice(0, max - 1).join("")}…`;
}

/** `62 % of the code, 41 files` */
export function languageEvidence(share: number, files: number): string {
  const percent = Math.round(share * 100);
  return `${percent < 1 ? "under 1" : percent} % of the code, ${files} ${files === 1 ? "file" : "files"}`;
}
