/** From an operation's response to what an agent gets: selected, shortened, with a cursor where it continues. */
import type { CheckedArguments } from "./arguments.ts";
import { makeCursor, readCursor } from "./cursor.ts";
import type { Json, Tool } from "./tool.ts";
import { clipAt } from "./view/clip.ts";
import { pick, selectionOf } from "./view/pick.ts";
import { charactersPerToken, shorten } from "./view/shorten.ts";

/** Tokens that an answer takes at most. */
export const tokenBudget = { brief: 2_000, full: 10_000 } as const;

/** For the names of fields and the layout, of the cursor and of warnings. */
const reservedCharacters = 400;

/** Where the page begins. Throws ApiError for a cursor of other arguments. */
export function startOf(tool: Tool, { own, given }: CheckedArguments): number {
  const { detail: _, cursor, ...rest } = own;
  return cursor === undefined ? 0 : readCursor(tool.name, { ...rest, ...given }, cursor);
}

/** `start` is what `startOf` gave: the operation was asked for it when it has an offset of its own. */
export function present(tool: Tool, args: CheckedArguments, page: { answer: Json; start: number }): Json {
  const { own, given } = args;
  const { detail, cursor: _, ...rest } = own;
  const { start } = page;
  const all = { ...rest, ...given };
  const list = tool.pages?.list(all) ?? null;
  const byOffset = tool.pages?.offset;
  const narrowed = tool.narrow ? tool.narrow(page.answer, all) : page.answer;
  const rowsOf = (value: Json) => (list === null ? [] : ((value[list] ?? []) as Json[]));
  const from = byOffset || list === null ? narrowed : { ...narrowed, [list]: rowsOf(narrowed).slice(start) };
  const shown = detail === "full" ? from : brief(tool, from);
  const characters = tokenBudget[detail] * charactersPerToken - reservedCharacters;
  const { value, omitted } = tool.sizedByCaller
    ? { value: shown, omitted: {} }
    : shorten(shown, { characters, list });
  const rows = rowsOf(value);
  const complete = rows.length === rowsOf(from).length;
  const next = byOffset
    ? byOffset.next(page.answer, { offset: start, rows: rowsOf(from).slice(0, rows.length), all: complete })
    : complete
      ? null
      : start + rows.length;
  const continues = next !== null && next <= (byOffset?.max ?? Number.MAX_SAFE_INTEGER);
  // Behind the greatest offset no cursor leads to them.
  if (list !== null && !complete && !continues) omitted[list] = rowsOf(from).length - rows.length;
  return {
    ...value,
    // The operation's page may have more rows than are shown, and a cursor may lead to none of them.
    ...("hasMore" in value && { hasMore: continues }),
    ...(continues && { nextCursor: makeCursor(tool.name, all, next) }),
    ...(Object.keys(omitted).length > 0 && { omitted }),
  };
}

function brief(tool: Tool, answer: Json): Json {
  let value = pick(answer, selectionOf(tool.shown));
  for (const [path, max] of Object.entries(tool.clipped ?? {})) value = clipAt(value, path.split("."), max);
  return value as Json;
}
