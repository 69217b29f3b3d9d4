/** `priorart rename source OLD NEW` */
import type { Command } from "commander";
import { sourceKeySchema } from "../../contract/values/keys.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes, UsageError } from "../exit.ts";
import { createCommand, createGroup } from "../options.ts";

export function renameCommand(runner: Runner): Command {
  return createGroup("rename", "give sources of documents other keys").addCommand(renameSource(runner));
}

function renameSource(runner: Runner): Command {
  return createCommand("source", "give a source another key; its documents keep their ids")
    .argument("<old>", "its key")
    .argument("<new>", "its new key; no source with documents may have it")
    .examples("rename source docs protocol-docs")
    .action(
      runner.action<CommonOptions, [string, string]>(async (context, ...[, from, to]) => {
        if (!sourceKeySchema.safeParse(to).success)
          throw new UsageError(
            `${to} cannot be a key: it must be lower-case letters and digits with single hyphens or underscores between them, at most 100`,
          );
        await context.services.renameSource(context.config, { from, to });
        context.print(`Renamed ${from} to ${to}.`);
        context.note(
          `Publish to make the change visible: priorart publish. Write ${to} in place of ${from} where you declare it.`,
        );
        return exitCodes.ok;
      }),
    );
}
