const EXAMPLES = 3;

/** Collects what a scan left out, by reason, in constant space; each reason becomes one line. */
export class Omissions {
  readonly #reasons = new Map<string, { count: number; examples: string[] }>();

  /** `what` is a path; omitted where the reason is enough. */
  add(reason: string, what?: string): void {
    const entry = this.#reasons.get(reason) ?? { count: 0, examples: [] };
    this.#reasons.set(reason, entry);
    if (what === undefined) return;
    if (entry.examples.includes(what)) return;
    entry.count++;
    if (entry.examples.length < EXAMPLES) entry.examples.push(what);
  }

  /** Lines such as `symbolic links not followed: a, b and 4 more`, sorted by reason. */
  lines(): string[] {
    return [...this.#reasons.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([reason, { count, examples }]) => {
        if (examples.length === 0) return reason;
        const more = count - examples.length;
        return `${reason}: ${examples.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
      });
  }
}
