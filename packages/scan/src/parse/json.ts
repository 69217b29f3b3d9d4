import { ParseFault } from "./fault.ts";

/** Standard JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ParseFault("not valid JSON");
  }
}

/** JSON with comments and commas before closing brackets, as bun.lock and editors' settings have it. */
export function parseJsonWithComments(text: string): unknown {
  return parseJson(withoutComments(text));
}

/** One pass, so that no text takes more than linear time. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    const end =
      character === '"' ? endOfString(text, at) : character === "/" ? endOfComment(text, at) : at + 1;
    if (character === "/" && end > at + 1) {
      kept.push(text.slice(from, at));
      from = end;
    } else if ((character === "]" || character === "}") && comma >= 0) {
      kept[comma] = kept[comma]?.slice(0, -1) ?? "";
      comma = -1;
    } else if (character === ",") {
      kept.push(text.slice(from, end));
      from = end;
      comma = kept.length - 1;
    } else if (!/\s/.test(character)) {
      comma = -1;
    }
    at = end;
  }
  kept.push(text.slice(from));
  return kept.join("");
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The end of the comment that begins here, or the next character if none does. */
function endOfComment(text: string, start: number): number {
  const closing = text[start + 1] === "/" ? "\n" : text[start + 1] === "*" ? "*/" : null;
  if (closing === null) return start + 1;
  const end = text.indexOf(closing, start + 2);
  if (end < 0) return text.length;
  return closing === "\n" ? end : end + closing.length;
}
