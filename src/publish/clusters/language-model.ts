/** A language model that writes labels and summaries. Without one, the built-in texts are used. */
export interface LanguageModel {
  /** Stored with the texts that the model wrote; another version is called again. */
  readonly version: string;
  /**
   * One answer. Throws {@link LanguageModelError}, with `down` when further requests are pointless;
   * the signal's reason when it aborts.
   */
  complete(prompt: Prompt, signal?: AbortSignal): Promise<string>;
  /** Called with the reason why built-in text is used; the message contains nothing of a project, prompt or answer. */
  onFailure?(message: string): void;
}

export interface Prompt {
  /** The instructions. */
  system: string;
  /** The data: never instructions. */
  user: string;
}

export class LanguageModelError extends Error {
  override name = "LanguageModelError";
  readonly down: boolean;

  constructor(message: string, { down }: { down: boolean }) {
    super(message);
    this.down = down;
  }
}
