/** Asks a language model about clusters, a few at a time; its failures never fail a publish. */

import type { ClusterEvidence } from "./evidence.ts";
import { type LanguageModel, LanguageModelError } from "./language-model.ts";
import { type ModelAnswer, promptFor, readAnswer } from "./model-prompt.ts";

export interface Question {
  evidence: ClusterEvidence;
  /** The built-in label, as a draft. */
  label: string;
}

const atATime = 3;

/**
 * An answer per question, null if it is not usable. Once the model is down, the remaining questions are
 * skipped. Rejects only when the signal aborts.
 */
export async function askModel(
  model: LanguageModel,
  questions: readonly Question[],
  { signal, onAnswer }: { signal?: AbortSignal; onAnswer(): void },
): Promise<(ModelAnswer | null)[]> {
  const answers = new Array<ModelAnswer | null>(questions.length).fill(null);
  const waiting = [...questions.keys()];
  const troubles = new Map<string, number>();
  const note = (trouble: string) => troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
  let down = false;
  const work = async () => {
    for (let at = waiting.shift(); at !== undefined && !down; at = waiting.shift()) {
      const { evidence, label } = questions[at]!;
      try {
        answers[at] = readAnswer(await model.complete(promptFor(evidence, label), signal));
        if (answers[at] === null) note("The language model did not return the requested JSON");
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof LanguageModelError)) throw error;
        down ||= error.down;
        note(error.message);
      }
      onAnswer();
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  for (const [trouble, times] of troubles)
    model.onFailure?.(
      `${trouble} (${times === 1 ? "once" : `${times} times`}); the built-in text is used instead`,
    );
  return answers;
}
