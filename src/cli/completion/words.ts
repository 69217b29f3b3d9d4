/** What a shell completes, from the tree of commands. */
import type { Argument, Command, Option } from "commander";

/** What follows an option, or stands for an argument. */
export interface Values {
  /** Empty: any text. */
  choices: readonly string[];
  /** Whether it is the path of a file or folder. */
  isPath: boolean;
}

export interface OptionWords {
  /** `--winners`, `-V` */
  flags: readonly string[];
  summary: string;
  /** Null for a flag without a value. */
  values: Values | null;
}

/** One command, at any depth. */
export interface CommandWords {
  /** Without `priorart`: `search projects`; empty for the program itself. */
  path: string;
  summary: string;
  subcommands: readonly { name: string; summary: string }[];
  options: readonly OptionWords[];
  arguments: readonly Values[];
}

const isPath = (name: string): boolean => /^(?:file|dir|path|source)(?:\.\.\.)?$/.test(name);

const ofOption = (option: Option): OptionWords => ({
  flags: [option.short, option.long].filter((flag) => flag !== undefined),
  summary: option.description,
  values:
    option.required || option.optional
      ? {
          choices: option.argChoices ?? [],
          isPath: isPath(option.flags.split(/[<>]/, 2)[1] ?? ""),
        }
      : null,
});

const ofArgument = (argument: Argument): Values => ({
  choices: argument.argChoices ?? [],
  isPath: isPath(argument.name()),
});

/** The command and all below it. */
export function wordsOf(command: Command, path = ""): CommandWords[] {
  const own: CommandWords = {
    path,
    summary: command.summary(),
    subcommands: command.commands.map((one) => ({ name: one.name(), summary: one.summary() })),
    options: [
      ...command.options.map(ofOption),
      { flags: ["-h", "--help"], summary: "display help for command", values: null },
    ],
    arguments: command.registeredArguments.map(ofArgument),
  };
  return [own, ...command.commands.flatMap((one) => wordsOf(one, `${path} ${one.name()}`.trim()))];
}
