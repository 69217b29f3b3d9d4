/** Strings by number over flat arrays, so that they can be stored in shared memory. */
export interface StringTableArrays {
  /** Number → start of its UTF-8 bytes; one more entry than strings. */
  offsets: Uint32Array;
  bytes: Uint8Array;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function buildStringTable(strings: readonly string[]): StringTableArrays {
  const offsets = new Uint32Array(strings.length + 1);
  const bytes = Buffer.from(strings.join(""), "utf8");
  strings.forEach((text, i) => {
    offsets[i + 1] = offsets[i]! + Buffer.byteLength(text);
  });
  return { offsets, bytes: new Uint8Array(bytes) };
}

export function stringAt({ offsets, bytes }: StringTableArrays, number: number): string {
  // A copy: a decoder refuses shared memory.
  return decoder.decode(bytes.slice(offsets[number], offsets[number + 1]));
}
