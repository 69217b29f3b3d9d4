/** Patterns of paths, such as `docs/**`. Matching never takes exponential time, as a regular expression could: names come from elsewhere. */

/**
 * - `*` matches any characters within one part of a path, `?` one character, `**` any number of folders, and
 *   `{a,b}` either alternative;
 * - a pattern without `/` applies to names in every folder;
 * - a pattern that matches a folder matches everything in it.
 */
export interface PathPatterns {
  include?: readonly string[];
  exclude?: readonly string[];
}

/** Alternatives of one pattern after its braces are expanded. */
const MAX_ALTERNATIVES = 200;

/** Whether a path with `/` between its parts is included (without patterns, all are) and not excluded. */
export function pathFilter({ include, exclude }: PathPatterns): (path: string) => boolean {
  const included = (include ?? []).flatMap(compile);
  const excluded = exclude?.flatMap(compile) ?? [];
  return (path) => {
    const parts = path.split("/").filter((part) => part !== "");
    const matches = (pattern: readonly string[]) => matchesPath(pattern, parts);
    return (included.length === 0 || included.some(matches)) && !excluded.some(matches);
  };
}

/** The parts of each alternative of a pattern. */
function compile(pattern: string): string[][] {
  return alternativesOf(pattern).map((text) => {
    const parts = text.split("/").filter((part) => part !== "" && part !== ".");
    const anywhere = !text.includes("/");
    // A trailing `**` also covers the pattern itself: it matches no folder at all.
    return [...(anywhere ? ["**"] : []), ...parts, "**"];
  });
}

/** `{a,b}/c` → `a/c`, `b/c`; braces without a comma or a partner stand for themselves. */
function alternativesOf(pattern: string): string[] {
  let texts = [""];
  for (const piece of pattern.split(/(\{[^{}]*\})/)) {
    const choices =
      piece.startsWith("{") && piece.endsWith("}") && piece.includes(",")
        ? piece.slice(1, -1).split(",")
        : [piece];
    const isTooMany = texts.length * choices.length > MAX_ALTERNATIVES;
    texts = texts.flatMap((text) => (isTooMany ? [piece] : choices).map((choice) => text + choice));
  }
  return texts;
}

const isAnyFolders = (part: string) => /^\*{2,}$/.test(part);

function matchesPath(pattern: readonly string[], parts: readonly string[]): boolean {
  return matchesSequence(pattern, parts, { isWild: isAnyFolders, matches: matchesName });
}

function matchesName(pattern: string, name: string): boolean {
  return matchesSequence([...pattern], [...name], {
    isWild: (unit) => unit === "*",
    matches: (unit, character) => unit === "?" || unit === character,
  });
}

/** Wildcards match any number of items. Going back to the last wildcard alone is enough, so time is quadratic at worst. */
function matchesSequence(
  pattern: readonly string[],
  items: readonly string[],
  { isWild, matches }: { isWild(unit: string): boolean; matches(unit: string, item: string): boolean },
): boolean {
  let at = 0;
  let item = 0;
  let wild = -1;
  let resume = 0;
  while (item < items.length) {
    const unit = pattern[at];
    if (unit !== undefined && isWild(unit)) {
      wild = at++;
      resume = item;
    } else if (unit !== undefined && matches(unit, items[item]!)) {
      at++;
      item++;
    } else if (wild !== -1) {
      at = wild + 1;
      item = ++resume;
    } else return false;
  }
  while (at < pattern.length && isWild(pattern[at]!)) at++;
  return at === pattern.length;
}
