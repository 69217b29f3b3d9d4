/** Options and arguments shared by several commands. */
import { Command, InvalidArgumentError } from "commander";
import { configureHelp } from "./help.ts";

/** A command with what its help says below the options. */
export class ProgramCommand extends Command {
  readonly exampleLines: string[] = [];
  readonly noteLines: string[] = [];

  /** Command lines without `priorart`; they must parse. */
  examples(...lines: string[]): this {
    this.exampleLines.push(...lines);
    return this;
  }

  notes(...lines: string[]): this {
    this.noteLines.push(...lines);
    return this;
  }
}

/** Options of every command; given before the command's name, they mean the same. */
export function addCommonOptions<T extends Command>(command: T): T {
  return command
    .optionsGroup("COMMON OPTIONS")
    .option("--data <dir>", "data directory (default: PRIORART_DATA, else ./data)")
    .option("--verbose", "print the stack trace of an error");
}

/** Options of commands that can ask a server. */
export function addServerOptions<T extends Command>(command: T): T {
  return command
    .optionsGroup("COMMON OPTIONS")
    .option(
      "--server <url>",
      "ask this server, by its root address, instead of a data directory (default: PRIORART_SERVER)",
    )
    .option("--token <token>", "token for the server (default: PRIORART_TOKEN or PRIORART_TOKEN_FILE)");
}

/** A command that works on the data directory. */
export function createCommand(name: string, summary: string): ProgramCommand {
  const command = addCommonOptions(createGroup(name, summary));
  return command.optionsGroup("OPTIONS");
}

/** A command that asks the data directory or a server. */
export function createResearchCommand(name: string, summary: string): ProgramCommand {
  const command = addServerOptions(addCommonOptions(createGroup(name, summary)));
  return command.optionsGroup("OPTIONS");
}

/** A command that only contains others; by default its description is its summary. */
export function createGroup(name: string, summary: string, description?: string): ProgramCommand {
  const command = new ProgramCommand(name)
    .summary(summary)
    .description(description ?? `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
  configureHelp(command);
  return command;
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

/** Parses a number between two inclusive bounds. */
export function decimalNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Collects an option that may be repeated. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** Collects values from a fixed set. */
export function collectOneOf(allowed: readonly string[]): (value: string, before?: string[]) => string[] {
  return (value, before = []) => {
    if (!allowed.includes(value)) throw new InvalidArgumentError(`It must be one of ${allowed.join(", ")}.`);
    return [...before, value];
  };
}
