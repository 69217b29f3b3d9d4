/** How much code a tree has in each language. */
export class LanguageShares {
  readonly #byLanguage = new Map<string, { bytes: number; files: number }>();
  #bytes = 0;

  add(language: string, bytes: number): void {
    const entry = this.#byLanguage.get(language) ?? { bytes: 0, files: 0 };
    this.#byLanguage.set(language, entry);
    entry.bytes += bytes;
    entry.files++;
    this.#bytes += bytes;
  }

  /** Languages with at least half a percent of the code, the largest first, then by name. */
  shares(): { language: string; share: number; files: number }[] {
    return [...this.#byLanguage]
      .map(([language, { bytes, files }]) => ({ language, share: bytes / Math.max(1, this.#bytes), files }))
      .filter(({ share }) => share >= 0.005)
      .sort((a, b) => b.share - a.share || (a.language < b.language ? -1 : 1));
  }
}
