/** Finds a member by id or e-mail. */
import { normalEmail } from "./email.ts";
import type { AccountsDb } from "./tables.ts";
import { AccountError, type MemberReference } from "./types.ts";

export interface MemberRow {
  id: string;
  email: string;
  role: "member" | "admin";
  email_verified: number;
}

/** What to do about an e-mail that no member has. */
const advices = {
  add: (email: string) => `add it first: priorart member add ${email}`,
  list: () => "priorart member list shows the members",
};

/** Throws AccountError when there is no such member, or the e-mail is malformed. */
export async function findMember(
  db: AccountsDb,
  member: MemberReference,
  advice: keyof typeof advices = "list",
): Promise<MemberRow> {
  const row = await db
    .selectFrom("member")
    .select(["id", "email", "role", "email_verified"])
    .where((eb) => ("id" in member ? eb("id", "=", member.id) : eb("email", "=", normalEmail(member.email))))
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new AccountError(
    "id" in member
      ? "There is no such member; the list of members may have changed, reload it"
      : `No member has the e-mail ${normalEmail(member.email)}; ${advices[advice](normalEmail(member.email))}`,
    "missing",
  );
}
