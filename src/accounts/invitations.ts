/**
 * One-time links: the holder may set the password of the member named by the link. A passwordless link, opened
 * on the machine of the service, signs in without one.
 */
import { createHash, randomBytes } from "node:crypto";
import { DAY_MS, lifetimeAt } from "./lifetime.ts";
import type { AccountsDb } from "./tables.ts";
import { AccountError, type Role } from "./types.ts";

const INVITATION_DAYS = 7;
const PASSWORDLESS_DAYS = 1;

export interface OpenInvitation {
  memberId: string;
  email: string;
  role: Role;
  expiresAt: string;
  passwordless: boolean;
}

/** SHA-256, hex: all that is stored. The secret's 256 random bits need no salt. */
const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

interface NewInvitation {
  memberId: string;
  role: Role;
  now: number;
  passwordless?: boolean;
}

/** Creates an invitation for the member and ends an older open one. Call within a transaction. */
export async function openInvitation(
  tx: AccountsDb,
  { memberId, role, now, passwordless = false }: NewInvitation,
): Promise<{ secret: string; expiresAt: string }> {
  await endInvitations(tx, memberId, now);
  const secret = randomBytes(32).toString("base64url");
  const expires = now + (passwordless ? PASSWORDLESS_DAYS : INVITATION_DAYS) * DAY_MS;
  await tx
    .insertInto("invitation")
    .values({
      digest: digestOf(secret),
      member_id: memberId,
      role,
      created_at: now,
      expires_at: expires,
      accepted_at: null,
      ended_at: null,
      passwordless: passwordless ? 1 : 0,
    })
    .execute();
  return { secret, expiresAt: new Date(expires).toISOString() };
}

/** The invitation of a link. Throws AccountError with the reason when it cannot be accepted, or no longer. */
export async function findInvitation(db: AccountsDb, secret: string, now: number): Promise<OpenInvitation> {
  const digest = digestOf(secret);
  const row = await db
    .selectFrom("invitation")
    .innerJoin("member", "member.id", "invitation.member_id")
    .select([
      "member.id",
      "member.email",
      "invitation.role",
      "invitation.created_at",
      "invitation.expires_at",
    ])
    .select(["invitation.accepted_at", "invitation.ended_at", "invitation.passwordless"])
    .where("invitation.digest", "=", digest)
    .executeTakeFirst();
  if (row === undefined)
    throw new AccountError(
      "Unknown invitation; check that the link is complete, or ask an administrator for a new one",
      "missing",
    );
  const passwordless = row.passwordless === 1;
  const renewal = passwordless
    ? "start the service again for a new one"
    : "ask an administrator for a new one";
  if (row.accepted_at !== null)
    throw new AccountError(`This invitation has already been used; sign in, or ${renewal}`, "refused");
  const lifetime = lifetimeAt(now, { from: row.created_at, until: row.expires_at });
  if (lifetime === "valid" && row.ended_at === null)
    return {
      memberId: row.id,
      email: row.email,
      role: row.role,
      expiresAt: new Date(row.expires_at).toISOString(),
      passwordless,
    };
  if (row.ended_at === null && lifetime === "expired")
    await db.updateTable("invitation").set({ ended_at: now }).where("digest", "=", digest).execute();
  const replaced = row.ended_at !== null && row.ended_at < row.expires_at;
  throw new AccountError(
    replaced
      ? "This invitation was replaced by a newer one; use the newest link"
      : `This invitation has expired; ${renewal}`,
    "refused",
  );
}

/** Marks the invitation as used. Throws AccountError like `findInvitation`. Call within a transaction. */
export async function takeInvitation(tx: AccountsDb, secret: string, now: number): Promise<OpenInvitation> {
  const invitation = await findInvitation(tx, secret, now);
  await tx
    .updateTable("invitation")
    .set({ accepted_at: now })
    .where("digest", "=", digestOf(secret))
    .execute();
  return invitation;
}

/** Marks the member's open invitation as used without checking a secret. Returns its role, or null without one. */
export async function takeInvitationOf(tx: AccountsDb, memberId: string, now: number): Promise<Role | null> {
  const open = await tx
    .selectFrom("invitation")
    .select(["digest", "role", "created_at", "expires_at"])
    .where("member_id", "=", memberId)
    .where("accepted_at", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (open === undefined) return null;
  if (lifetimeAt(now, { from: open.created_at, until: open.expires_at }) !== "valid") return null;
  await tx.updateTable("invitation").set({ accepted_at: now }).where("digest", "=", open.digest).execute();
  return open.role;
}

async function endInvitations(tx: AccountsDb, memberId: string, now: number): Promise<void> {
  await tx
    .updateTable("invitation")
    .set({ ended_at: now })
    .where("member_id", "=", memberId)
    .where("accepted_at", "is", null)
    .where("ended_at", "is", null)
    .execute();
}
