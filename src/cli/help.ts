/** Help in the order of a manual page: name, synopsis, description, options, examples. */
import type { Argument, Command, Help, Option } from "commander";

/** What `--help` needs of a command beside commander's own. */
interface Described extends Command {
  exampleLines?: readonly string[];
  noteLines?: readonly string[];
}

const INDENT = "    ";

export const exitCodesText =
  "0 done; 1 done, with something to look at, such as rejected records or a name that matches nothing; 2 wrong usage; 3 failed; 130 interrupted";

/** The words that run the command: `priorart search projects`. */
export function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

export function configureHelp(command: Command): void {
  command.configureHelp({ formatHelp, helpWidth: undefined, styleTitle: (title) => title });
}

function formatHelp(command: Described, helper: Help): string {
  const width = helper.helpWidth ?? 80;
  const text = (line: string) => helper.boxWrap(line, width - INDENT.length).replace(/^(?=.)/gm, INDENT);
  const items = (rows: readonly (readonly [string, string])[], termWidth: number) =>
    rows.map(([term, words]) => helper.formatItem(term, termWidth, words, helper).replace(/^ {2}/gm, INDENT));
  const termWidth = Math.min(helper.padWidth(command, helper), 40);
  const sections: [title: string, lines: string[]][] = [
    ["NAME", [text(`${fullName(command)} - ${helper.subcommandDescription(command)}`)]],
    ["SYNOPSIS", [text(helper.commandUsage(command))]],
    [
      "DESCRIPTION",
      [helper.commandDescription(command), ...(command.noteLines ?? [])].filter(Boolean).map(text),
    ],
    [
      "ARGUMENTS",
      items(
        helper
          .visibleArguments(command)
          .map((one: Argument) => [helper.argumentTerm(one), helper.argumentDescription(one)]),
        termWidth,
      ),
    ],
    ...grouped(helper.visibleCommands(command), (one) => one.helpGroup() || "COMMANDS").map(
      ([title, commands]): [string, string[]] => [
        title,
        items(
          commands.map((one) => [helper.subcommandTerm(one), helper.subcommandDescription(one)]),
          termWidth,
        ),
      ],
    ),
    ...grouped(helper.visibleOptions(command), (one: Option) => one.helpGroupHeading ?? "OPTIONS")
      .sort(([a], [b]) => Number(a === "COMMON OPTIONS") - Number(b === "COMMON OPTIONS"))
      .map(([title, options]): [string, string[]] => [
        title,
        items(
          options.map((one) => [helper.optionTerm(one), helper.optionDescription(one)]),
          termWidth,
        ),
      ]),
    ["EXAMPLES", examplesOf(command).map((line) => `${INDENT}$ priorart ${line}`)],
    ["EXIT CODES", [text(exitCodesText)]],
  ];
  return `${sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.join("\n")}`)
    .join("\n\n")}\n`;
}

/** Its own, or the first of each command below it. */
function examplesOf({ exampleLines = [], commands }: Described): readonly string[] {
  return exampleLines.length > 0 ? exampleLines : commands.flatMap((one) => examplesOf(one).slice(0, 1));
}

function grouped<T>(items: readonly T[], groupOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item]);
  return [...groups];
}
