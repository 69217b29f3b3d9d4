/** `priorart token issue EMAIL`, `priorart token revoke EMAIL` */
import type { Command } from "commander";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { collectOneOf, createCommand, createGroup } from "../options.ts";

export function tokenCommand(runner: Runner): Command {
  return createGroup("token", "issue or revoke a member's token", "Issue or revoke a member's token.")
    .addCommand(issueCommand(runner))
    .addCommand(revokeCommand(runner));
}

interface IssueOptions extends CommonOptions {
  scope?: string[];
}

function issueCommand(runner: Runner): Command {
  return createCommand("issue", "issue a token; the member's previous one stops working immediately")
    .argument("<email>", "the member's e-mail address")
    .option(
      "--scope <name>",
      "what it may be used for, read or me; repeatable (default: both)",
      collectOneOf(["read", "me"]),
    )
    .examples("token issue ada@example.org", "token issue --scope read ada@example.org")
    .action(
      runner.action<IssueOptions, [string]>(async (context, { scope }, email) => {
        const accounts = await context.services.openAccounts(context.config);
        try {
          const scopes = scope?.map((name) => `${context.config.service}:${name}`);
          const { token, expiresAt } = await accounts.issueToken({ email }, scopes);
          context.print(`Token: ${token}`);
          context.note(`Valid until ${expiresAt.slice(0, 10)}. It is not shown again.`);
          return exitCodes.ok;
        } finally {
          await accounts.close();
        }
      }),
    );
}

function revokeCommand(runner: Runner): Command {
  return createCommand("revoke", "revoke a member's token")
    .argument("<email>", "the member's e-mail address")
    .examples("token revoke ada@example.org")
    .action(
      runner.action<CommonOptions, [string]>(async (context, _options, email) => {
        const accounts = await context.services.openAccounts(context.config);
        try {
          const revoked = await accounts.revokeToken({ email });
          context.print(revoked ? `Revoked the token of ${email}.` : `${email} had no active token.`);
          return exitCodes.ok;
        } finally {
          await accounts.close();
        }
      }),
    );
}
