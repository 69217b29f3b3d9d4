/** The command's input to the vitest process, and the lines that it gets back; see `session.ts`. */
import type { Mutant } from "./find-mutants.ts";

/** The variable that names the plan's file. */
export const PLAN_VARIABLE = "PRIORART_MUTANTS_PLAN";

export interface Plan {
  /** Absolute path of a mutated source → the source with its mutants. */
  sources: Record<string, string>;
  /** Absolute paths of the test files, in the order of their runs. */
  tests: string[];
  /** Absolute paths of the modules to evaluate again for each mutant: the mutated ones and all that import them. */
  dependents: string[];
  mutants: Pick<Mutant, "id">[];
  /** Where the runner appends its `Progress`, a line of JSON each. */
  progressFile: string;
  /** Milliseconds that a mutant gets beyond three times the duration of the unchanged test file. */
  timeout: number;
  /** Seed of the property tests. */
  seed: number;
  /** Maximum runs of a property test. */
  runs: number;
}

export type Outcome = "killed" | "survived" | "timeout";

export type Progress =
  | { type: "file"; test: string; failure?: string }
  | { type: "covered"; test: string; ids: number[] }
  | { type: "started"; test: string; id: number; limit: number }
  | { type: "ended"; test: string; id: number; outcome: Outcome }
  | { type: "file-ended"; test: string };
