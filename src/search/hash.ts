/** FNV-1a with a final avalanche step: 32 bits. Stored in segments, so the values must not change. */
const start = 0x811c9dc5;
const mix = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);

function finish(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 12)) >>> 0;
}

export function hashBytes(bytes: Uint8Array): number {
  let h = start;
  for (const byte of bytes) h = mix(h, byte);
  return finish(h);
}

/** Of the text's UTF-16 units. */
export function hashText(text: string): number {
  let h = start;
  for (let i = 0; i < text.length; i++) h = mix(h, text.charCodeAt(i));
  return finish(h);
}

/** Of the text without the units at one or two places: what {@link hashText} returns for it, without making the string. */
export function hashTextWithout(text: string, place: number, other: number = place): number {
  let h = start;
  for (let i = 0; i < text.length; i++) if (i !== place && i !== other) h = mix(h, text.charCodeAt(i));
  return finish(h);
}
