/** Completion for zsh 5. */
import type { CommandWords, OptionWords, Values } from "./words.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** In a specification of _arguments, brackets and colons are signs. */
const described = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");

const functionOf = ({ path }: CommandWords): string =>
  `_priorart${path.replace(/[ -]/g, "_") && `_${path.replace(/[ -]/g, "_")}`}`;

function action({ choices, isPath }: Values): string {
  if (choices.length > 0) return `(${choices.join(" ")})`;
  return isPath ? "_files" : " ";
}

function optionSpecs({ flags, summary, values }: OptionWords): string[] {
  const value = values === null ? "" : `:value:${action(values)}`;
  return flags.map((flag) => quoted(`*${flag}[${described(summary)}]${value}`));
}

function commandFunction(words: CommandWords): string {
  const { subcommands, options } = words;
  const specs = [
    ...options.flatMap(optionSpecs),
    ...words.arguments.map((argument, at) =>
      quoted(`${at === words.arguments.length - 1 ? "*" : at + 1}::value:${action(argument)}`),
    ),
    ...(subcommands.length > 0 ? ["'1: :->command'", "'*:: :->rest'"] : []),
  ];
  const choices = subcommands.map(({ name, summary }) => `    ${quoted(`${described(name)}:${summary}`)}`);
  return `${functionOf(words)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C \\
    ${specs.join(" \\\n    ")}
${
  subcommands.length === 0
    ? ""
    : `  local -a commands=(
${choices.join("\n")}
  )
  case $state in
    command) _describe command commands ;;
    rest)
      case $line[1] in
${subcommands.map(({ name }) => `        ${name}) ${functionOf({ ...words, path: `${words.path} ${name}`.trim() })} ;;`).join("\n")}
      esac
      ;;
  esac
`
}}`;
}

export function zshCompletion(commands: readonly CommandWords[]): string {
  return `#compdef priorart
# zsh completion of priorart: source <(priorart completion zsh), after compinit; or store it as _priorart in a folder of fpath.

${commands.map(commandFunction).join("\n\n")}

if [ "$funcstack[1]" = _priorart ]; then _priorart "$@"; else compdef _priorart priorart; fi
`;
}
