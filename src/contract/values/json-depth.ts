/** Measures the nesting of JSON text without parsing it. */

/** Maximum nesting of arrays and objects in any JSON input, in levels. */
export const MAX_JSON_DEPTH = 5_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Scans UTF-8 JSON once: whether more than `levels` arrays and objects are nested. Brackets inside strings do not
 * count. For text that is not JSON the result only reflects its brackets.
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
