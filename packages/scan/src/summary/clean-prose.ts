/** Removes images, link targets and web-page markup from a piece of Markdown. Other markup stays. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString as textOf } from "mdast-util-to-string";

/**
 * The parser takes quadratic time on nested markup: a piece with an unusual amount of it, or a very long one, is
 * cleaned by regular expressions only.
 */
const MAX_CHARACTERS = 8_000;
const MAX_MARKS = 600;
/** Pieces of one README that are parsed: many times what fits into a summary. */
const MAX_PIECES = 800;
const mark = /[[\]*_`<>&!~]|(?:\d[.)]|[-+])(?=\s)/g;

type Tree = ReturnType<typeof fromMarkdown>;
type Node = Tree | Tree["children"][number];
interface Cut {
  from: number;
  to: number;
}

/** Link definitions for `[text][label]`, anywhere in the README. */
export type Definitions = ReadonlySet<string>;

const definition = /^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]*\S/;

export function definitionsIn(text: string): Definitions {
  const labels = text.split("\n").flatMap((line) => definition.exec(line)?.[1] ?? []);
  return new Set(labels.slice(0, 2_000).map(labelKey));
}

/**
 * Cleans the pieces of one README. The result is empty when a piece has no readable content: badges, tables of
 * contents, rules.
 */
export function proseCleaner(definitions: Definitions): (prose: string) => string {
  let parsed = 0;
  return (prose) => {
    if (isContents(prose)) return "";
    const parseable = parsed < MAX_PIECES && isParseable(prose);
    if (parseable) parsed++;
    return (parseable ? withoutTargets(prose, definitions) : roughly(prose))
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line, index, lines) => isWorthReading(line) || isTableRule(line, lines[index - 1]))
      .join("\n")
      .trim();
  };
}

function isParseable(prose: string): boolean {
  return prose.length <= MAX_CHARACTERS && (prose.match(mark)?.length ?? 0) <= MAX_MARKS;
}

function withoutTargets(prose: string, definitions: Definitions): string {
  const cuts: Cut[] = [];
  collect(fromMarkdown(prose + missingDefinitions(prose, definitions)), cuts);
  let kept = "";
  let from = 0;
  for (const cut of cuts.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (cut.from >= from) kept += prose.slice(from, cut.from);
    from = Math.max(from, cut.to);
  }
  return kept + prose.slice(from);
}

function collect(node: Node, cuts: Cut[]): void {
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  switch (node.type) {
    case "image":
    case "imageReference":
    case "definition":
    case "html":
    case "thematicBreak":
      cuts.push({ from, to });
      return;
    case "link":
    case "linkReference": {
      const first = node.children[0]?.position?.start.offset;
      const last = node.children.at(-1)?.position?.end.offset;
      if (
        first === undefined ||
        last === undefined ||
        textOf(node, { includeImageAlt: false }).trim() === ""
      ) {
        cuts.push({ from, to });
        return;
      }
      cuts.push({ from, to: first }, { from: last, to });
    }
  }
  if ("children" in node) for (const child of node.children) collect(child as Node, cuts);
}

/** A reference is parsed only together with its definition: definitions from elsewhere are appended. */
function missingDefinitions(prose: string, definitions: Definitions): string {
  if (definitions.size === 0) return "";
  const labels = new Set<string>();
  for (const [, label] of prose.matchAll(/\[([^[\]]{1,200})\]/g)) {
    if (definitions.has(labelKey(label!)) && !label!.includes("\n")) labels.add(label!);
  }
  return `\n\n${Array.from(labels, (label) => `[${label}]: x`).join("\n")}`;
}

const labelKey = (label: string): string => label.trim().toLowerCase().replace(/\s+/g, " ");

function roughly(prose: string): string {
  return prose
    .replace(/!\[[^[\]\n]{0,300}\]\([^()\n]{0,1000}\)/g, "")
    .replace(/\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)/g, "$1");
}

/** A list of links to anchors of the same page. */
function isContents(prose: string): boolean {
  const lines = prose.split("\n");
  return (
    lines.length > 1 &&
    lines.every((line) => /^\s*(?:[-*+]|\d+[.)])\s+\[[^\n]{0,300}\]\(#[^()\n]{0,300}\)?\S?\s*$/.test(line))
  );
}

/** Whether text remains apart from markup of lists, tables and emphasis. */
const isWorthReading = (line: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(line.replace(/[|`~^+=<>$]/g, ""));

const isTableRule = (line: string, above: string | undefined): boolean =>
  /^\s*(?:\|\s*)?:?--[-|:\s]*$/.test(line) && line.includes("-") && (above?.includes("|") ?? false);
