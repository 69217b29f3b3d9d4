/** Markup of reStructuredText within text, as Markdown. */

/** What references and substitutions stand for, by name in lower case. */
export interface RstNames {
  targets: ReadonlyMap<string, string>;
  substitutions: ReadonlyMap<string, string>;
}

/** `.. _name: url` and `.. |name| replace:: text`. */
export function namesOf(lines: readonly string[]): RstNames {
  const targets = new Map<string, string>();
  const substitutions = new Map<string, string>();
  for (const line of lines) {
    const target = /^ *\.\. _`?([^:`]{1,200})`?: +(\S{1,2000})$/.exec(line);
    if (target !== null && /^(?:https?|mailto|ftp):/.test(target[2]!))
      targets.set(target[1]!.toLowerCase(), target[2]!);
    const replaced = /^ *\.\. \|([^|]{1,200})\| replace:: +(.{1,1000})$/.exec(line);
    if (replaced !== null) substitutions.set(replaced[1]!.toLowerCase(), replaced[2]!);
  }
  return { targets, substitutions };
}

const codeRoles =
  /^(?:code|literal|file|command|option|envvar|keyword|program|samp|regexp|(?:[a-z]+:)?(?:func|class|meth|mod|attr|data|exc|const|obj|type|macro|member|struct|func|var|enum))$/;

/** Code is set aside first: nothing in it is markup. */
export function rstInline(text: string, names: RstNames): string {
  return text
    .split(/(``[^`]+(?:`[^`]+)*``)/)
    .map((piece, index) => (index % 2 === 1 ? codeOf(piece.slice(2, -2)) : withoutMarkup(piece, names)))
    .join("");
}

function codeOf(code: string): string {
  return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
}

function withoutMarkup(text: string, { targets, substitutions }: RstNames): string {
  const linked = (label: string) => {
    const url = targets.get(label.toLowerCase());
    return url === undefined ? label : `[${label}](${url})`;
  };
  return text
    .replace(/:([a-z][\w:+-]{0,40}):`([^`]{1,1000})`/gi, (_, role: string, value: string) =>
      roleText(role, value),
    )
    .replace(/`([^`<>]{1,500}?) ?<([^<>\s`]{1,2000})>`__?/g, (_, label: string, target: string) =>
      /^(?:https?|mailto|ftp):/.test(target) ? `[${label}](${target})` : label,
    )
    .replace(/`([^`]{1,500})`__?/g, (_, label: string) => linked(label))
    .replace(/(?<![`\w[])`([^`\n]{1,500})`(?![`\w])/g, (whole, word: string) =>
      /\s/.test(word) ? `*${word}*` : whole,
    )
    .replace(
      /\|([^|\s][^|]{0,200})\|_{0,2}/g,
      (whole, name: string) => substitutions.get(name.toLowerCase()) ?? whole,
    )
    .replace(/(?<![\w`[(/])([A-Za-z][\w.-]{0,100}?)__?(?![\w`])/g, (whole, name: string) =>
      targets.has(name.toLowerCase()) ? linked(name) : whole,
    )
    .replace(/\[([\d#*]{1,5}|[A-Z][\w-]{1,30})\]_(?!\w)/g, "[$1]")
    .replace(/_`([^`]{1,300})`/g, "$1")
    .replace(/\\([^\w\s])/g, "$1");
}

/** `:ref:`text <target>`` → text; code keeps its name, `~a.b` only its last part. */
function roleText(role: string, value: string): string {
  const label = /^([^<>]{1,800}?) ?<[^<>]{1,500}>$/.exec(value)?.[1] ?? value;
  if (role.toLowerCase() === "math") return `$${value}$`;
  if (!codeRoles.test(role.toLowerCase())) return label.replace(/^[!~]/, "");
  return `\`${label.startsWith("~") ? label.slice(label.lastIndexOf(".") + 1).replace(/^~/, "") : label.replace(/^!/, "")}\``;
}
