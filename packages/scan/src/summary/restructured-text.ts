/** Converts reStructuredText to Markdown as far as a summary needs it: titles, code, and text. */

const RULE = /^([=\-~`'"^_*+#<>:.])\1{2,}\s*$/;
const code = new Set(["code", "code-block", "sourcecode", "highlight", "prompt", "parsed-literal"]);
const kept = new Set(["note", "tip", "important", "hint", "attention", "admonition", "warning", "caution"]);

export function markdownOf(rst: string): string {
  const lines = rst.split("\n");
  const depths = new Map<string, number>();
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const title = titleAt(lines, at);
    if (title !== null) {
      const style = title.style;
      if (!depths.has(style)) depths.set(style, Math.min(depths.size + 1, 6));
      out.push("", `${"#".repeat(depths.get(style)!)} ${inline(title.text)}`, "");
      at += title.lines - 1;
      continue;
    }
    const directive = /^\s*\.\.(?:\s+(?:\|[^|]{1,80}\|\s+)?([\w-]+)::|\s|$)/.exec(line);
    if (directive !== null) {
      const body = indentedAfter(lines, at);
      at += body.length;
      out.push(...bodyOf(directive[1] ?? "", body));
      continue;
    }
    out.push(inline(line));
  }
  return out.join("\n");
}

/** A title is an underlined line, possibly with the same line above it. */
function titleAt(
  lines: readonly string[],
  at: number,
): { text: string; style: string; lines: number } | null {
  const [first = "", second = "", third = ""] = lines.slice(at, at + 3);
  const over = RULE.exec(first)?.[1];
  if (over !== undefined && second.trim() !== "" && RULE.exec(third)?.[1] === over) {
    return { text: second.trim(), style: `${over}${over}`, lines: 3 };
  }
  const under = RULE.exec(second)?.[1];
  const isText = first.trim() !== "" && over === undefined && !/^\s/.test(first);
  return under !== undefined && isText ? { text: first.trim(), style: under, lines: 2 } : null;
}

function indentedAfter(lines: readonly string[], at: number): string[] {
  let end = at + 1;
  while (end < lines.length && (lines[end]!.trim() === "" || /^\s/.test(lines[end]!))) end++;
  return lines.slice(at + 1, end);
}

function bodyOf(name: string, body: readonly string[]): string[] {
  const text = body.map((line) => line.replace(/^ {1,4}|^\t/, "")).filter((line) => !/^:[\w-]+:/.test(line));
  if (code.has(name)) return ["", "```", ...trimBlank(text), "```", ""];
  return kept.has(name) ? ["", ...text.map(inline), ""] : [""];
}

function trimBlank(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  const to = lines.findLastIndex((line) => line.trim() !== "");
  return from === -1 ? [] : lines.slice(from, to + 1);
}

/** Roles and links as their text. */
function inline(line: string): string {
  return line
    .replace(/``([^`\n]{1,300})``/g, "`$1`")
    .replace(/:[\w+.-]{1,40}:`([^`<>\n]{1,300}?)(?:\s*<[^<>\n]{0,500}>)?`/g, "$1")
    .replace(/`([^`<>\n]{1,300}?)\s*<[^<>\n]{0,500}>`__?/g, "$1")
    .replace(/`([^`<>\n]{1,300})`__?/g, "$1")
    .replace(/^\s*(?:\|[\w .-]{1,60}\|_?\s*)+$/, "");
}
