/** Warnings of one import; each kind is limited in number. */
const MAX_OF_A_KIND = 20;

export class Warnings {
  readonly #lists = new Map<string, { messages: Set<string>; more: number }>();

  /** Duplicate messages are dropped. `kind` groups messages for `MAX_OF_A_KIND`. */
  add(kind: string, message: string): void {
    const list = this.#lists.get(kind) ?? { messages: new Set(), more: 0 };
    this.#lists.set(kind, list);
    if (list.messages.has(message)) return;
    if (list.messages.size < MAX_OF_A_KIND) list.messages.add(message);
    else list.more++;
  }

  list(): string[] {
    return [...this.#lists].flatMap(([kind, { messages, more }]) =>
      more === 0 ? [...messages] : [...messages, `… and ${more} more warnings like these (${kind})`],
    );
  }
}
