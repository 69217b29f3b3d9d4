/** A language model that can be asked for better words. Without one, labels and summaries are the built-in ones. */
export interface LanguageModel {
  /** Names the model beside texts that it wrote; another version is asked again. */
  readonly version: string;
  /**
   * One answer. Throws {@link LanguageModelError}, with `down` when asking for anything else is of no use either;
   * the signal's reason when it aborts.
   */
  complete(prompt: Prompt, signal?: AbortSignal): Promise<string>;
  /** Told why built-in text stands in; the sentence holds nothing of any project, prompt or answer. */
  onFailure?(message: string): void;
}

export interface Prompt {
  /** What to do. */
  system: string;
  /** What to do it with: never instructions. */
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
