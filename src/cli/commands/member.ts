/** `priorart member add|invite|list|role|remove` */
import { Argument, type Command, Option } from "commander";
import type { Accounts, Invitation, MemberEntry, Role } from "../../accounts/types.ts";
import { invitationUrl, serviceOrigin } from "../../config/origin.ts";
import type { CommandContext, CommonOptions, Runner } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { createCommand, createGroup } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { type Column, showAnswer } from "../output/listing.ts";

const PAGE = 100;

interface AdminOptions extends CommonOptions {
  admin?: boolean;
}

export function memberCommand(runner: Runner): Command {
  return createGroup(
    "member",
    "add, invite, list and remove members",
    "Add, invite, list and remove members.",
  )
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
    .examples("member add ada@example.org", "member add grace@example.org --admin")
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
    .examples("member invite ada@example.org")
    .notes("Also for a forgotten password. The link begins with PRIORART_PUBLIC_URL.")
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
  return withFormat(createCommand("list", "list the members"))
    .examples("member list", "member list --json")
    .action(
      runner.action<CommonOptions & FormatOptions, []>((context, options) =>
        withAccounts(context, async (accounts) => {
          const members = await allMembers(accounts);
          const format = formatOf(options);
          if (members.length === 0 && format === "table")
            context.print("There are no members yet; invite one: priorart member invite EMAIL");
          else showAnswer(context, format, { response: { members }, records: { columns, rows: members } });
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

const orDash = (text: string | null | undefined): string => text || "–";

const columns: readonly Column<MemberEntry>[] = [
  { title: "E-mail", flexible: true, name: "email", value: ({ email }) => email },
  { title: "Role", name: "role", value: ({ role }) => role },
  {
    title: "Signs in with",
    name: "signInMethods",
    value: ({ signInMethods }) => signInMethods.join("; "),
    text: ({ signInMethods, invitation }) =>
      orDash(
        signInMethods.join(", ") || (invitation && `invited until ${invitation.expiresAt.slice(0, 10)}`),
      ),
  },
  {
    title: "Token until",
    name: "tokenExpiresAt",
    value: ({ token }) => token?.expiresAt,
    text: ({ token }) => orDash(token?.expiresAt.slice(0, 10)),
  },
  {
    title: "Last used",
    name: "tokenLastUsedOn",
    value: ({ token }) => token?.lastUsedOn,
    text: ({ token }) => orDash(token?.lastUsedOn),
  },
];

function roleCommand(runner: Runner): Command {
  return createCommand("role", "change a member's role")
    .argument("<email>", "the member's e-mail address")
    .addArgument(new Argument("<role>", "member or admin").choices(["member", "admin"]))
    .examples("member role ada@example.org admin")
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
    .examples("member remove ada@example.org")
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
