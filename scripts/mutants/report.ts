/** Output of the command. */
import type { Mutant } from "./find-mutants.ts";
import type { Progress } from "./plan.ts";

export interface Score {
  mutants: number;
  killed: number;
  /** Of the killed: those that ran out of time. */
  timedOut: number;
  /** Of the survivors: those that no test reaches. */
  uncovered: number;
  /** Per cent. */
  score: number;
  survivors: Mutant[];
}

export function scoreOf(mutants: readonly Mutant[], progress: readonly Progress[]): Score {
  const ended = progress.filter((step) => step.type === "ended");
  const killed = new Set(ended.filter(({ outcome }) => outcome !== "survived").map(({ id }) => id));
  const covered = new Set(ended.map(({ id }) => id));
  const timedOut = ended.filter(({ outcome }) => outcome === "timeout").length;
  const survivors = mutants.filter(({ id }) => !killed.has(id));
  return {
    mutants: mutants.length,
    killed: killed.size,
    timedOut,
    uncovered: survivors.filter(({ id }) => !covered.has(id)).length,
    score: mutants.length === 0 ? 100 : (100 * killed.size) / mutants.length,
    survivors,
  };
}

/** What an interrupted run has found: the mutants that tests have reached, of which survivors survived so far. */
export function reachedOf(mutants: readonly Mutant[], progress: readonly Progress[]): Mutant[] {
  const reached = new Set(progress.filter((step) => step.type === "ended").map(({ id }) => id));
  return mutants.filter(({ id }) => reached.has(id));
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");

/** The position of a survivor, and its change. */
export function survivorText(mutant: Mutant, source: string): string {
  const { path, line, column, operator, start, end, text } = mutant;
  const before = oneLine(source.slice(start, end));
  return `${path}:${line}:${column}  ${operator}\n  - ${before}\n  + ${oneLine(text)}`;
}

export function summaryText({ mutants, killed, timedOut, uncovered, score }: Score): string {
  const survived = mutants - killed;
  return [
    `${mutants} mutants: ${killed} killed (${timedOut} by time-out), ${survived} survived (${uncovered} of them not covered)`,
    `mutation score ${score.toFixed(1)} %`,
  ].join("\n");
}

/** Precedes the summary of the mutants that were reached. */
export const interruptedText = (
  tests: { ended: number; all: number },
  mutants: { reached: number; all: number },
): string =>
  `interrupted after ${tests.ended} of ${tests.all} test files; ${mutants.reached} of ${mutants.all} mutants reached so far:`;
