/** What the author of a message wrote: without quoted text, signature, and what a list adds. */

/** `-- ` begins a signature; mail programs lose its blank. */
const signature = /^--[ \u00a0]?$/;
/** Everything below is a copy of another message. */
const copied =
  /^(?:-{2,12} ?(?:original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original) ?-{2,12}|begin forwarded message:)\s*$/i;
/** Everything below was added by a list. */
const added = /^_{20,200}$/;
const outlook = /^(?:from|von|de): .{1,300}$/i;
const outlookNext = /^(?:sent|date|gesendet|envoyé|enviado|to|an|datum): /i;
/** `On 1 May 2024, Ada wrote:`, in one to three lines. */
const attributionStart = /^(?:on|am|le|el|op|il|em|den|在) /i;
const attributionEnd =
  /(?:wrote|writes|said|schrieb|a écrit|escribió|schreef|ha scritto|escreveu|skrev|写道|написал(?:\(а\))?)[^a-z]{0,3}$/i;

/** Stands for what was not quoted. */
const elision = /^[[<(]?(?:\.{2,5}|…|snip(?:ped)?)[\])>]?$/i;

const isQuoted = (line: string) => /^[ \t]{0,8}>/.test(line) || /^[A-Z]{1,3}> /.test(line);

/** Replies between quoted passages stay in their order. */
export function ownText(text: string): string {
  const lines = withoutPgp(
    text
      .replace(/\r\n?/g, "\n")
      .split("\n")
      .map((line) => line.trimEnd()),
  );
  const kept: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (signature.test(line) || copied.test(line) || isAdded(lines, at) || isOutlookHeader(lines, at)) break;
    if (isQuoted(line)) dropAttribution(kept);
    else kept.push(line);
  }
  dropTrailingAttribution(kept, lines.length);
  return kept
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The text of a message that is signed by OpenPGP (RFC 9580, 7), without what the signature adds. */
function withoutPgp(lines: readonly string[]): readonly string[] {
  const start = lines.indexOf("-----BEGIN PGP SIGNED MESSAGE-----");
  const end = lines.indexOf("-----BEGIN PGP SIGNATURE-----", start);
  if (start === -1 || end === -1) return lines;
  const signed = lines.slice(lines.indexOf("", start) + 1, end);
  const after = lines.indexOf("-----END PGP SIGNATURE-----", end);
  return [
    ...lines.slice(0, start),
    ...signed.map((line) => line.replace(/^- (?=-|From )/, "")),
    ...(after === -1 ? [] : lines.slice(after + 1)),
  ];
}

/** A line of a list, with an address or a name of the list below it and nothing but that. */
function isAdded(lines: readonly string[], at: number): boolean {
  if (!added.test(lines[at]!)) return false;
  const rest = lines.slice(at + 1, at + 12).filter((line) => line !== "");
  return rest.length <= 6 && (rest.length === 0 || rest.some((line) => /mailing list|https?:|@/i.test(line)));
}

function isOutlookHeader(lines: readonly string[], at: number): boolean {
  return (
    outlook.test(lines[at]!) &&
    outlookNext.test(lines[at + 1] ?? "") &&
    lines.slice(at, at + 8).some((line) => /^(?:subject|betreff|objet|asunto): /i.test(line))
  );
}

/** The lines just above a quoted passage that say whose it is. */
function dropAttribution(kept: string[]): void {
  let last = kept.length - 1;
  while (last >= 0 && (kept[last] === "" || elision.test(kept[last]!))) last--;
  if (last < 0 || !attributionEnd.test(kept[last]!)) return;
  let first = last;
  for (let at = last; at >= 0 && last - at < 3 && kept[at] !== ""; at--)
    if (attributionStart.test(kept[at]!)) first = at;
  kept.length = first;
}

/** Mail programs that mark quoted text by indentation or colour leave it only in HTML. */
function dropTrailingAttribution(kept: string[], total: number): void {
  if (kept.length < total) dropAttribution(kept);
}
