/** Completion for fish 3. */
import type { CommandWords, OptionWords, Values } from "./words.ts";

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

function valueFlags({ choices, isPath }: Values): string {
  if (choices.length > 0) return ` -x -a ${quoted(choices.join(" "))}`;
  return isPath ? " -r -F" : " -x";
}

function optionLine(condition: string, { flags, summary, values }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  return `complete -c priorart -n ${condition} ${names.join(" ")}${values === null ? "" : valueFlags(values)} -d ${quoted(summary)}`;
}

function commandLines(words: CommandWords): string[] {
  const condition = quoted(`__priorart_at ${words.path === "" ? "''" : `'${words.path}'`}`);
  const { choices, isPath } = {
    choices: words.arguments.flatMap((argument) => argument.choices),
    isPath: words.arguments.some((argument) => argument.isPath),
  };
  return [
    ...words.subcommands.map(
      ({ name, summary }) => `complete -c priorart -n ${condition} -a ${name} -d ${quoted(summary)}`,
    ),
    ...(choices.length > 0 ? [`complete -c priorart -n ${condition} -a ${quoted(choices.join(" "))}`] : []),
    ...(isPath ? [`complete -c priorart -n ${condition} -F`] : []),
    ...words.options.map((option) => optionLine(condition, option)),
  ];
}

export function fishCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  const takesValue = [
    ...new Set(
      commands.flatMap(({ options }) =>
        options.filter(({ values }) => values !== null).flatMap(({ flags }) => flags),
      ),
    ),
  ];
  return `# fish completion of priorart: priorart completion fish | source

# Whether the words before the cursor name this command.
function __priorart_at
    set -l path
    set -l skip no
    for word in (commandline -opc)[2..-1]
        if test $skip = yes
            set skip no
            continue
        end
        switch $word
            case ${takesValue.join(" ")}
                set skip yes
            case '-*'
            case '*'
                set -l next (string trim -- "$path $word")
                if contains -- $next ${paths.join(" ")}
                    set path $next
                end
        end
    end
    test "$path" = "$argv[1]"
end

complete -c priorart -f
${commands.flatMap(commandLines).join("\n")}
`;
}
