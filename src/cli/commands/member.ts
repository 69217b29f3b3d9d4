/** `priorart member add|invite|list|role|remove` */
import { Argument, Command, Option } from "commander";
import type { Accounts, Invitation, MemberEntry, Role } from "../../accounts/types.ts";
import { invitationUrl, serviceOrigin } from "../../config/origin.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { createCommand, examples } from "../options.ts";
import { renderTable } from "../table.ts";

const PAGE = 100;

interface AdminOptions extends CommonOptions {
  admin?: boolean;
}

interface ListOptions extends CommonOptions {
  json?: boolean;
}

export function memberCommand(runner: Runner): Command {
  return new Command("member")
    .summary("add, invite, list and remove members")
    .description("Add, invite, list and remove members.")
    .addCommand(addCommand(runner))
    .addCommand(inviteCommand(runner))
    .addCommand(listCommand(runner))
    .addCommand(roleCommand(runner))
    .addCommand(removeCommand(runner));
}

const admin = () =>
  new Option("--admin", "as an administrator, once the printed link is opened (works once, for 7 days)");

function addCommand(runner: Runner): Command {
  return createCommand("add", "add a member, who can then be given a token")
    .argument("<email>", "the member's e-mail address")
    .addOption(admin())
    .addHelpText("after", examples("member add ada@example.org", "member add grace@example.org --admin"))
    .action(
      runner.action<AdminOptions, [string]>((context, options, email) =>
        withAccounts(context, async (accounts) => {
          const { created } = await accounts.addMember(email);
          context.print(created ? `Added ${email}.` : `${email} is already a member.`);
          if (options.admin) tellInvitation(context, await accounts.invite(email, "admin"));
        }),
      ),
    );
}

function inviteCommand(runner: Runner): Command {
  return createCommand("invite", "print a one-time link with which a member sets a password")
    .argument("<email>", "the member's e-mail address; added when new")
    .addOption(admin())
    .addHelpText("after", examples("member invite ada@example.org"))
    .addHelpText("after", "\nAlso for a forgotten password. The link begins with PRIORART_PUBLIC_URL.")
    .action(
      runner.action<AdminOptions, [string]>((context, options, email) =>
        withAccounts(context, async (accounts) => {
          tellInvitation(context, await accounts.invite(email, options.admin ? "admin" : "member"));
        }),
      ),
    );
}

function tellInvitation(context: CommandContext, { secret, email, role, expiresAt }: Invitation): void {
  context.print(`Invitation: ${invitationUrl(serviceOrigin(context.config), secret)}`);
  const as = role === "admin" ? ", as an administrator" : "";
  context.note(`For ${email}${as}. It works once, until ${expiresAt.slice(0, 10)}, and is not shown again.`);
}

function listCommand(runner: Runner): Command {
  return createCommand("list", "list the members")
    .option("--json", "print as JSON")
    .addHelpText("after", examples("member list", "member list --json"))
    .action(
      runner.action<ListOptions, []>((context, options) =>
        withAccounts(context, async (accounts) => {
          const members = await allMembers(accounts);
          if (options.json) context.printJson({ members });
          else if (members.length === 0)
            context.print("There are no members yet; invite one: priorart member invite EMAIL");
          else for (const line of describeMembers(members)) context.print(line);
        }),
      ),
    );
}

async function allMembers(accounts: Accounts): Promise<MemberEntry[]> {
  const all: MemberEntry[] = [];
  for (;;) {
    const { members, total } = await accounts.listMembers({ offset: all.length, limit: PAGE });
    all.push(...members);
    if (members.length < PAGE || all.length >= total) return all;
  }
}

function describeMembers(members: readonly MemberEntry[]): string[] {
  const columns = [
    { title: "E-mail", flexible: true },
    { title: "Role" },
    { title: "Signs in with" },
    { title: "Token until" },
    { title: "Last used" },
  ];
  const rows = members.map(({ email, role, signInMethods, invitation, token }) => [
    email,
    role,
    signInMethods.join(", ") || (invitation ? `invited until ${invitation.expiresAt.slice(0, 10)}` : "–"),
    token?.expiresAt.slice(0, 10) ?? "–",
    token?.lastUsedOn ?? "–",
  ]);
  return renderTable(columns, rows, process.stdout.columns ?? 100);
}

function roleCommand(runner: Runner): Command {
  return createCommand("role", "change a member's role")
    .argument("<email>", "the member's e-mail address")
    .addArgument(new Argument("<role>", "member or admin").choices(["member", "admin"]))
    .addHelpText("after", examples("member role ada@example.org admin"))
    .action(
      runner.action<CommonOptions, [string, Role]>((context, _options, ...[email, role]) =>
        withAccounts(context, async (accounts) => {
          await accounts.changeRole({ email }, role);
          context.print(`The role of ${email} is now ${role}.`);
        }),
      ),
    );
}

function removeCommand(runner: Runner): Command {
  return createCommand("remove", "remove a member with token, sessions and invitations")
    .argument("<email>", "the member's e-mail address")
    .addHelpText("after", examples("member remove ada@example.org"))
    .action(
      runner.action<CommonOptions, [string]>((context, _options, email) =>
        withAccounts(context, async (accounts) => {
          await accounts.removeMember({ email });
          context.print(`Removed ${email}.`);
        }),
      ),
    );
}

async function withAccounts(
  context: CommandContext,
  work: (accounts: Accounts) => Promise<void>,
): Promise<ExitCode> {
  const accounts = await context.services.openAccounts(context.config);
  try {
    await work(accounts);
    return exitCodes.ok;
  } finally {
    await accounts.close();
  }
}
