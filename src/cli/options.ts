/** Options and arguments shared by several commands. */
import { Command, InvalidArgumentError } from "commander";

/** A command with the common options. */
export function createCommand(name: string, summary: string): Command {
  return new Command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .option("--data <dir>", "data directory (default: PRIORART_DATA, else ./data)")
    .option("--verbose", "print the stack trace of an error");
}

/** Example calls below a command's help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ priorart ${line}`).join("\n")}`;
}

/** Parses an integer between two inclusive bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Collects an option that may be repeated. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
