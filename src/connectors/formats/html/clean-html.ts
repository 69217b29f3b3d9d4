/** Removes what is not content from HTML, and limits its nesting, so that later steps can be recursive. */
import { Parser } from "htmlparser2";

/** Elements nested deeper are left out; their content is kept. */
const MAX_DEPTH = 200;

/** Dropped with their content. */
const dropped = new Set(
  (
    "script style noscript template nav iframe frame object embed applet canvas audio video dialog " +
    "select option datalist input textarea button label svg link meta base title head"
  ).split(" "),
);
/** Only their content is kept: pages of some systems are one form. */
const unwrapped = new Set("form fieldset html body font center".split(" "));
const voids = new Set("area base br col hr img wbr".split(" "));
/** A paragraph continues after them. */
const inline = new Set(
  "a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var".split(
    " ",
  ),
);
const kept = new Set(
  (
    "alt class id href hreflang lang dir rel role title datetime itemprop start value type src srcset width height " +
    "colspan rowspan style"
  ).split(" "),
);
/** Elements that make lines of code. */
const lines = new Set("div li p tr".split(" "));
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!);

/** Only arrange what they contain: a page can be cut between their children. */
const arranging = new Set(
  "div section article main header footer aside figure address details hgroup".split(" "),
);
/** Length of a fragment in characters, roughly. */
const FRAGMENT = 200_000;

export interface CleanHtml {
  /** Complete one by one, so that a large page need not be converted in one piece; joined they are the whole. */
  fragments: readonly string[];
  elements: number;
}

/** Formulas become TeX between `$` where the page gives it. */
export function cleanHtml(html: string): CleanHtml {
  const fragments: string[] = [];
  let pieces: string[] = [];
  let length = 0;
  let elements = 0;
  /** Open elements that must not be cut. */
  let whole = 0;
  const push = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const cut = () => {
    fragments.push(pieces.join(""));
    pieces = [];
    length = 0;
  };
  /** Whether each open element was written. */
  const open: boolean[] = [];
  let depth = 0;
  /** Number of open elements when the dropped one began; null outside of one. */
  let droppedAt: number | null = null;
  let formula: Formula | null = null;
  const code = new CodeLines();

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(false);
        if (droppedAt !== null) return;
        if (formula !== null) formula.open(name, attributes);
        else if (name === "math") formula = new Formula(open.length, attributes.alttext);
        else if (dropped.has(name) || (name !== "html" && name !== "body" && isHidden(attributes)))
          droppedAt = open.length;
        else if (!unwrapped.has(name) && (depth < MAX_DEPTH || voids.has(name))) {
          push(code.isBreak(name) ? code.text("\n") : `<${name}${written(name, attributes)}>`);
          elements++;
          if (voids.has(name)) return;
          open[open.length - 1] = true;
          depth++;
          code.open(name);
          if (!arranging.has(name)) whole++;
        }
      },
      onclosetag(name) {
        if (droppedAt === open.length) droppedAt = null;
        if (formula?.depth === open.length) {
          push(escaped(formula.text()));
          formula = null;
        }
        if (!open.pop()) return;
        push(`</${name}>`);
        code.close(name);
        depth--;
        if (!arranging.has(name)) whole--;
        if (whole === 0 && length > FRAGMENT && !inline.has(name)) cut();
      },
      ontext(text) {
        if (droppedAt !== null) return;
        if (formula !== null) formula.add(text);
        else push(escaped(code.text(text)));
      },
    },
    { lowerCaseTags: true, decodeEntities: true },
  );
  parser.end(html);
  cut();
  return { fragments, elements };
}

function isHidden({ hidden, style, ...others }: Record<string, string>): boolean {
  if (hidden !== undefined && hidden !== "until-found") return true;
  if (others["aria-hidden"] === "true") return true;
  // The link `[edit]` in headings of MediaWiki.
  if (/(?:^|\s)mw-editsection(?:\s|$)/.test(others.class ?? "")) return true;
  return style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

/** Headings lose their classes: a heading of class `header` is not the header of the page. */
function written(element: string, attributes: Record<string, string>): string {
  const isHeading = /^h[1-6]$/.test(element);
  let text = "";
  for (const [name, value] of Object.entries(attributes))
    if (kept.has(name) && !(isHeading && (name === "class" || name === "id")))
      text += ` ${name}="${escaped(value.slice(0, 20_000))}"`;
  return text;
}

/** Lines within `pre` that are written as `br` or as one element each instead of with a line feed. */
class CodeLines {
  #depth = 0;
  /** The element of a line was closed without a line feed. */
  #isDue = false;
  #endsLine = true;

  open(name: string): void {
    if (name === "pre" && this.#depth++ === 0) [this.#isDue, this.#endsLine] = [false, true];
  }

  isBreak(name: string): boolean {
    return name === "br" && this.#depth > 0;
  }

  close(name: string): void {
    if (name === "pre") this.#depth--;
    else if (lines.has(name) && !this.#endsLine) this.#isDue = true;
  }

  /** `text` with the line feed that is missing before it. */
  text(text: string): string {
    if (this.#depth === 0) return text;
    const full = this.#isDue && !text.startsWith("\n") ? `\n${text}` : text;
    this.#isDue = false;
    this.#endsLine = full.endsWith("\n");
    return full;
  }
}

/** MathML, of which the TeX that it was made from is kept, or else its text. */
class Formula {
  readonly depth: number;
  #tex: string | null;
  #annotation = "";
  #plain = "";
  #inTex = false;

  constructor(depth: number, alternative: string | undefined) {
    this.depth = depth;
    this.#tex = alternative?.trim() || null;
  }

  open(name: string, { encoding = "" }: Record<string, string>): void {
    this.#inTex = name === "annotation" && /tex/i.test(encoding);
  }

  add(text: string): void {
    if (this.#inTex) this.#annotation += text;
    else this.#plain += text;
  }

  text(): string {
    const tex = this.#tex ?? this.#annotation.trim();
    return tex === "" ? this.#plain : `$${tex}$`;
  }
}
