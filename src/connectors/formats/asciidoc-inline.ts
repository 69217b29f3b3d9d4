/** Markup of AsciiDoc within a line, as Markdown. */

/** Code is set aside first: nothing in it is markup. */
export function asciidocInline(text: string, attributes: ReadonlyMap<string, string>): string {
  return text
    .split(/(`[^`]+`)/)
    .map((piece, index) => (index % 2 === 1 ? codeOf(piece, attributes) : withoutMarkup(piece, attributes)))
    .join("");
}

/** `` `+{x}+` `` is literal. */
function codeOf(piece: string, attributes: ReadonlyMap<string, string>): string {
  const literal = /^`\+(.*)\+`$/.exec(piece);
  return literal === null ? substituted(piece, attributes) : `\`${literal[1]}\``;
}

function substituted(text: string, attributes: ReadonlyMap<string, string>): string {
  return text.replace(
    /\{([\w][\w-]{0,100})\}/g,
    (whole, name: string) => attributes.get(name.toLowerCase()) ?? whole,
  );
}

function withoutMarkup(text: string, attributes: ReadonlyMap<string, string>): string {
  return substituted(text, attributes)
    .replace(
      /\b(?:link:|xref:)?((?:https?|ftp|mailto):[^\s[\]<>]{1,2000})\[([^\]]{0,500})\]/g,
      (_, url, label) => `[${labelOf(label) || url}](${url})`,
    )
    .replace(/\blink:([^\s[\]]{1,2000})\[([^\]]{0,500})\]/g, (_, target, label) => labelOf(label) || target)
    .replace(
      /\bxref:([^\s[\]]{1,500})\[([^\]]{0,500})\]/g,
      (_, target, label) => labelOf(label) || nameOf(target),
    )
    .replace(/<<([^<>,]{1,300})(?:, *([^<>]{1,500}))?>>/g, (_, target, label) => label ?? nameOf(target))
    .replace(/\b(?:image|icon|video|audio)::?[^\s[\]]{1,2000}\[([^\]]{0,500})\]/g, (_, label) =>
      labelOf(label),
    )
    .replace(
      /\b(?:kbd|btn|menu|footnote|stem|latexmath|asciimath|pass|indexterm2?):[^\s[\]]{0,200}\[([^\]]{0,500})\]/g,
      "$1",
    )
    .replace(/\[\[[^[\]]{1,200}\]\]|\[#[^[\]]{1,200}\]|\(\(\([^()]{1,300}\)\)\)/g, "")
    .replace(/\(\(([^()]{1,300})\)\)/g, "$1")
    .replace(/(?<![\w*])\*(?=[^\s*])([^*]{0,500}[^\s*])\*(?![\w*])/g, "**$1**")
    .replace(/\+\+\+?([^+]{1,500})\+\+\+?/g, "$1")
    .replace(/\[\.?[\w. -]{1,50}\]#([^#]{1,500})#/g, "$1");
}

/** The first entry of `Text,role=x,window=_blank`. */
function labelOf(label: string): string {
  const quoted = /^"([^"]*)"/.exec(label);
  return (
    quoted?.[1] ??
    label
      .replace(/(?:^|,)\s{0,5}[\w-]{1,30}=.*$/, "")
      .replace(/\^$/, "")
      .trim()
  );
}

const nameOf = (target: string) =>
  target
    .replace(/^.*[#/]/, "")
    .replace(/\.adoc$/, "")
    .replace(/^_/, "")
    .replaceAll(/[_-]/g, " ")
    .trim();
