/** The command line of `npm run mutants`. */
import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run mutants -- PATH... [options]

Changes the code under PATH (files or folders) one place at a time, and counts how many changes the unit tests notice.

  --sample N       a random sample of N mutants instead of all
  --seed S         seed of the sample and of the property tests (default 1)
  --tests PATH     only test files under PATH; may be repeated (default: every unit test that imports the code)
  --runs N         most runs of a property test, for each change (default 100)
  --timeout MS     time beyond three times the unchanged test file's (default 1000)
  --list           print the survivors with their changes
  --at-least P     exit with 1 when the score is below P per cent

SIGINT (Ctrl-C) or SIGTERM stops the run: the score of the mutants that tests have reached is printed; exit with 1.`;

export interface Options {
  paths: string[];
  sample: number | undefined;
  seed: number;
  tests: string[];
  timeout: number;
  runs: number;
  list: boolean;
  atLeast: number;
}

/** User error in the command line; the message says how to fix it. */
export class UsageError extends Error {}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not "${text}"`);
  return Number(text);
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        sample: text,
        seed: text,
        tests: { type: "string", multiple: true },
        timeout: text,
        runs: text,
        list: { type: "boolean" },
        "at-least": text,
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Throws `UsageError`. */
export function readArguments(args: string[]): Options {
  const { values, positionals } = parse(args);
  if (positionals.length === 0) throw new UsageError("Name at least one file or folder");
  return {
    paths: positionals,
    sample: values.sample === undefined ? undefined : wholeNumber("sample", values.sample),
    seed: wholeNumber("seed", values.seed ?? "1"),
    tests: values.tests ?? [],
    timeout: wholeNumber("timeout", values.timeout ?? "1000"),
    runs: wholeNumber("runs", values.runs ?? "100"),
    list: values.list ?? false,
    atLeast: wholeNumber("at-least", values["at-least"] ?? "0"),
  };
}
