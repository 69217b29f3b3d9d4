/** Completion for bash 4 and later. */
import type { CommandWords } from "./words.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Options with a value: what completes it. */
function valueCases({ options }: CommandWords): string[] {
  return options.flatMap(({ flags, values }) => {
    if (values === null) return [];
    const reply =
      values.choices.length > 0
        ? `_priorart_words ${quoted(values.choices.join(" "))}`
        : values.isPath
          ? "_priorart_files"
          : ":";
    return [`      ${flags.join("|")}) ${reply}; return ;;`];
  });
}

function commandCase(words: CommandWords): string {
  const flags = words.options.flatMap((option) => option.flags).join(" ");
  const choices = [
    ...words.subcommands.map(({ name }) => name),
    ...words.arguments.flatMap((argument) => argument.choices),
  ].join(" ");
  const files = words.arguments.some(({ isPath }) => isPath);
  const cases = valueCases(words);
  return [
    `  ${quoted(words.path)})`,
    ...(cases.length > 0 ? ['    case "$previous" in', ...cases, "    esac"] : []),
    `    if [[ $current == -* ]]; then _priorart_words ${quoted(flags)}`,
    `    else _priorart_words ${quoted(choices)}${files ? "; _priorart_files" : ""}`,
    "    fi",
    "    ;;",
  ].join("\n");
}

export function bashCompletion(commands: readonly CommandWords[]): string {
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  const takesValue = [
    ...new Set(
      commands.flatMap(({ options }) =>
        options.filter(({ values }) => values !== null).flatMap(({ flags }) => flags),
      ),
    ),
  ];
  return `# bash completion of priorart: source <(priorart completion bash)

_priorart_words() {
  COMPREPLY+=($(compgen -W "$1" -- "$current"))
}

_priorart_files() {
  compopt -o filenames 2>/dev/null
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
}

_priorart() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path='' word next at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case "$word" in
      ${takesValue.join("|")}) ((at++)); continue ;;
      -*) continue ;;
    esac
    next="\${path:+$path }$word"
    case "$next" in
      ${paths.join("|")}) path=$next ;;
    esac
  done
  case "$path" in
${commands.map(commandCase).join("\n")}
  esac
}

complete -F _priorart priorart
`;
}
