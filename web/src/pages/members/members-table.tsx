import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/days.ts";
import { EmailAddress } from "../../ui/email-address.tsx";
import { type Column, Table } from "../../ui/table.tsx";

export type MemberEntry = ConsoleOutput<"listMembers">["members"][number];

const methods = { password: "Password", oidc: "Identity provider" } as const;

/** The member's sign-in methods, or why there are none yet. */
function signInOf({ signInMethods, invitation }: MemberEntry): string {
  if (signInMethods.length > 0) return signInMethods.map((method) => methods[method]).join(", ");
  return invitation === null ? "Not yet" : `Invited until ${formatDay(invitation.expiresAt)}`;
}

function Day({ value }: { value: string | null | undefined }) {
  return <span className="whitespace-nowrap">{value ? formatDay(value) : "–"}</span>;
}

export function MembersTable({
  members,
  onManage,
}: {
  members: readonly MemberEntry[];
  onManage(id: string): void;
}) {
  const columns: Column<MemberEntry>[] = [
    {
      title: "E-mail",
      cell: ({ email, emailVerified }) => (
        <span className="inline-flex min-w-44 flex-wrap items-center gap-2 max-sm:min-w-0">
          <span className="font-medium">
            <EmailAddress address={email} />
          </span>
          {!emailVerified && <Badge tone="warning">Unverified</Badge>}
        </span>
      ),
    },
    {
      title: "Role",
      cell: ({ role }) => (
        <Badge tone={role === "admin" ? "accent" : "neutral"}>
          {role === "admin" ? "Administrator" : "Member"}
        </Badge>
      ),
    },
    { title: "Signs in with", cell: signInOf },
    {
      title: "Token until",
      isEmpty: ({ token }) => token === null,
      cell: ({ token }) => <Day value={token?.expiresAt} />,
    },
    {
      title: "Last used",
      isEmpty: ({ token }) => !token?.lastUsedOn,
      cell: ({ token }) => <Day value={token?.lastUsedOn} />,
    },
    {
      title: "",
      numeric: true,
      cell: ({ id, email }) => (
        <Button aria-label={`Manage ${email}`} onClick={() => onManage(id)}>
          Manage
        </Button>
      ),
    },
  ];
  return <Table caption="Members" columns={columns} rows={members} keyOf={({ id }) => id} />;
}
