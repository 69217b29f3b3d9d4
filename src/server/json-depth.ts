/** How deep JSON text is nested, found without parsing it. */

const quote = 0x22;
const backslash = 0x5c;

/**
 * One pass over JSON in UTF-8: whether more than `levels` arrays and objects are open at once. Brackets inside
 * strings do not count. For text that is not JSON the answer is only that of its brackets.
 */
export function isNestedDeeperThan(levels: number, json: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (inString) {
      if (byte === backslash) i++;
      else if (byte === quote) inString = false;
      continue;
    }
    if (byte === quote) inString = true;
    // "[" and "{", "]" and "}" differ in one bit.
    else if ((byte | 0x20) === 0x7b) {
      depth++;
      if (depth > levels) return true;
    } else if ((byte | 0x20) === 0x7d) depth--;
  }
  return false;
}
