/** Answers with the time that they took. */

export interface TimedAnswer {
  /** Positions in the chunk set, best first. */
  ids: readonly number[];
  milliseconds: number;
}

/** A contender in a process of its own measures its searches itself. */
export type Answer = readonly number[] | TimedAnswer;

/** Measures an answer that does not report its own time. */
export async function timed(answer: () => Promise<Answer> | Answer): Promise<TimedAnswer> {
  const started = performance.now();
  const given = await answer();
  const milliseconds = performance.now() - started;
  return "milliseconds" in given ? given : { ids: given, milliseconds };
}
