/** `priorart completion bash|zsh|fish` */
import { Argument, type Command } from "commander";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { wordsOf } from "../completion/words.ts";
import { zshCompletion } from "../completion/zsh.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand } from "../options.ts";

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof scripts;

export function completionCommand(runner: Runner): Command {
  const command = createCommand("completion", "print a script that completes commands in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .notes(
      "bash: add source <(priorart completion bash) to ~/.bashrc.",
      "zsh: add source <(priorart completion zsh) to ~/.zshrc, after compinit.",
      "fish: write it to ~/.config/fish/completions/priorart.fish.",
    )
    .examples("completion bash", "completion zsh", "completion fish");
  return command.action(
    runner.action<CommonOptions, [Shell]>(async (context, _options, shell) => {
      context.write(scripts[shell](wordsOf(rootOf(command))));
      return exitCodes.ok;
    }),
  );
}

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);
