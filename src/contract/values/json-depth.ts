/** How deep JSON text is nested, found without parsing it. */

/** Deepest nesting of arrays and objects in any JSON that is read, in levels. */
export const MAX_JSON_DEPTH = 5_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * One pass over JSON in UTF-8: whether more than `levels` arrays and objects are open at once. Brackets inside
 * strings do not count. For text that is not JSON the answer is only that of its brackets.
 */
export function isNestedDeeperThan(levels: number, json: Uint8Array): boolean {
  if (json.length <= levels) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    if (byte === QUOTE) inString = true;
    // "[" and "{", "]" and "}" differ in one bit.
    else if ((byte | 0x20) === 0x7b) {
      depth++;
      if (depth > levels) return true;
    } else if ((byte | 0x20) === 0x7d) depth--;
  }
  return false;
}
