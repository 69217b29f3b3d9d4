/** For people and patterns: a part of an address without its percent-encoding; as it is where that is not valid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
