/** Accepts invitations, and verifies addresses of members. */
import { randomUUID } from "node:crypto";
import { takeInvitation } from "../invitations.ts";
import { endSessions } from "../members.ts";
import type { AccountsDb } from "../tables.ts";
import { endToken } from "../tokens.ts";
import type { Role } from "../types.ts";

export interface Acceptance {
  secret: string;
  /** As hashed by the library. */
  passwordHash: string;
  now: number;
}

/**
 * Accepts an invitation: sets the password and ends every session. If the address was unverified, the token of its
 * claimant is revoked too. Returns the member's e-mail. Throws AccountError when the link cannot be used.
 */
export function acceptInvitation(db: AccountsDb, { secret, passwordHash, now }: Acceptance): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { memberId, email, role } = await takeInvitation(tx, secret, now);
    await proveAddress(tx, { memberId, role, now });
    await endSessions(tx, memberId);
    await tx
      .insertInto("sign_in_method")
      .values({
        id: randomUUID(),
        member_id: memberId,
        provider: "credential",
        subject: memberId,
        password: passwordHash,
        created_at: now,
        updated_at: now,
      })
      .onConflict((oc) =>
        oc.columns(["provider", "subject"]).doUpdateSet({ password: passwordHash, updated_at: now }),
      )
      .execute();
    return email;
  });
}

/** Accepts a passwordless invitation; other sessions stay. Returns the member's id. Throws like `acceptInvitation`. */
export function acceptWithoutPassword(
  db: AccountsDb,
  { secret, now }: { secret: string; now: number },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { memberId, role } = await takeInvitation(tx, secret, now);
    await proveAddress(tx, { memberId, role, now });
    return memberId;
  });
}

/** Whether the domain of the address equals one of the domains. */
export function isOpenTo(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/**
 * Marks the member's address as verified. If it was unverified, sign-in methods, sessions, token and grants are
 * deleted: they may not be the owner's. Roles are only raised here: a new password for an administrator is not a demotion.
 */
export async function proveAddress(
  tx: AccountsDb,
  { memberId, role, now }: { memberId: string; role: Role; now: number },
): Promise<void> {
  const before = await tx
    .selectFrom("member")
    .select(["email_verified", "role"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (before.email_verified === 0) {
    await tx.deleteFrom("sign_in_method").where("member_id", "=", memberId).execute();
    await endSessions(tx, memberId);
    await endToken(tx, memberId, now);
    await tx.deleteFrom("oauth_grant").where("member_id", "=", memberId).execute();
  }
  await tx
    .updateTable("member")
    .set({ email_verified: 1, role: role === "admin" ? "admin" : before.role, updated_at: now })
    .where("id", "=", memberId)
    .execute();
}
