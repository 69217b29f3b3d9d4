/** `priorart member add EMAIL` */
import { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createCommand, examples } from "../options.ts";

export function memberCommand(runner: Runner): Command {
  const add = createCommand("add", "add a member, who can then be given a token")
    .argument("<email>", "the member's e-mail address")
    .addHelpText("after", examples("member add ada@example.org"))
    .action(
      runner.action<CommonOptions, [string]>(async (context, _options, email) => {
        const accounts = await context.services.openAccounts(context.config);
        try {
          const { created } = await accounts.addMember(email);
          context.print(created ? `Added ${email}.` : `${email} is a member already.`);
          return exitCodes.ok;
        } finally {
          await accounts.close();
        }
      }),
    );
  return new Command("member").summary("add members").description("Add members.").addCommand(add);
}
