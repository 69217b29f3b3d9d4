/** Decides which account an identity of the provider signs in to. */
import { randomUUID } from "node:crypto";
import { takeInvitationOf } from "../../invitations.ts";
import type { AccountsDb } from "../../tables.ts";
import { isOpenTo, proveAddress } from "../admission.ts";

export interface VerifiedIdentity {
  /** Unique over all issuers. */
  subject: string;
  /** Verified by the provider. */
  email: string;
}

export type Admission =
  | { kind: "member"; memberId: string }
  /** An account with this address exists and its holder can sign in: the holder has to confirm the link. */
  | { kind: "link"; memberId: string }
  /** No account exists, and the address may not sign up. */
  | { kind: "refused" };

/**
 * The subject decides; the address only for an unknown subject. An account without a sign-in method (added or
 * invited) is linked to the identity, with the invitation's role. So is an account whose address is unverified: its
 * sign-in methods, sessions and token are deleted.
 */
export function admitIdentity(
  db: AccountsDb,
  { subject, email }: VerifiedIdentity,
  { signUpDomains, now }: { signUpDomains: readonly string[]; now: number },
): Promise<Admission> {
  return db.transaction().execute(async (tx): Promise<Admission> => {
    const linked = await memberOf(tx, subject);
    if (linked !== null) return { kind: "member", memberId: linked };
    const known = await tx
      .selectFrom("member")
      .select(["id", "email_verified"])
      .where("email", "=", email)
      .executeTakeFirst();
    if (known === undefined && !isOpenTo(email, signUpDomains)) return { kind: "refused" };
    if (known?.email_verified === 1 && (await canSignIn(tx, known.id)))
      return { kind: "link", memberId: known.id };
    const memberId = known?.id ?? (await addMember(tx, email, now));
    const role = await takeInvitationOf(tx, memberId, now);
    await proveAddress(tx, { memberId, role: role ?? "member", now });
    await linkIdentity(tx, { subject, memberId }, now);
    return { kind: "member", memberId };
  });
}

/** Whether the subject is now linked to the member: false when it was linked to another account before. */
export async function linkIdentity(
  tx: AccountsDb,
  { subject, memberId }: { subject: string; memberId: string },
  now: number,
): Promise<boolean> {
  await tx
    .insertInto("sign_in_method")
    .values({
      id: randomUUID(),
      member_id: memberId,
      provider: "oidc",
      subject,
      password: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) => oc.columns(["provider", "subject"]).doNothing())
    .execute();
  return (await memberOf(tx, subject)) === memberId;
}

async function memberOf(tx: AccountsDb, subject: string): Promise<string | null> {
  const row = await tx
    .selectFrom("sign_in_method")
    .select("member_id")
    .where("provider", "=", "oidc")
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.member_id ?? null;
}

async function canSignIn(tx: AccountsDb, memberId: string): Promise<boolean> {
  const method = await tx
    .selectFrom("sign_in_method")
    .select("id")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return method !== undefined;
}

async function addMember(tx: AccountsDb, email: string, now: number): Promise<string> {
  const id = randomUUID();
  await tx.insertInto("member").values({ id, email, created_at: now, updated_at: now }).execute();
  return id;
}
