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

/** Throws AccountError when there is no such member, or the e-mail is malformed. */
export async function findMember(db: AccountsDb, member: MemberReference): Promise<MemberRow> {
  const row = await db
    .selectFrom("member")
    .select(["id", "email", "role", "email_verified"])
    .where((eb) => ("id" in member ? eb("id", "=", member.id) : eb("email", "=", normalEmail(member.email))))
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new AccountError(
    "id" in member
      ? "There is no such member; the list of members may have changed, reload it"
      : `No member has the e-mail ${normalEmail(member.email)}; add it first: priorart member add ${normalEmail(member.email)}`,
    "missing",
  );
}
