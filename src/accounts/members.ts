/** Members, their roles, and the changes that administrators can make. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { containsText } from "../database/dialect.ts";
import { normalEmail } from "./email.ts";
import { openInvitation } from "./invitations.ts";
import { findMember } from "./member-rows.ts";
import type { AccountsDb } from "./tables.ts";
import {
  AccountError,
  type MemberEntry,
  type MemberPage,
  type MemberReference,
  type Members,
  type Role,
} from "./types.ts";

export function createMembers(db: AccountsDb, now: () => number): Members {
  return {
    addMember: (email) => db.transaction().execute((tx) => addMember(tx, email, now())),
    listMembers: (page) => listMembers(db, { ...page, now: now() }),
    invite: (email, role) =>
      db.transaction().execute(async (tx) => {
        const { accountId } = await addMember(tx, email, now());
        const opened = await openInvitation(tx, { memberId: accountId, role, now: now() });
        return { ...opened, email: normalEmail(email), role };
      }),
    openSignInLink: (email, firstRole) =>
      db.transaction().execute(async (tx) => {
        const { accountId: memberId } = await addMember(tx, email, now());
        const role = await roleAfterLink(tx, memberId, firstRole);
        const opened = await openInvitation(tx, { memberId, role, now: now(), passwordless: true });
        return { ...opened, email: normalEmail(email), role };
      }),
    changeRole: (member, role) =>
      db.transaction().execute(async (tx) => changeRole(tx, { member, role, now: now() })),
    removeMember: (member) => db.transaction().execute(async (tx) => removeMember(tx, member)),
    endSessions: async (member) => {
      const { id, email } = await findMember(db, member);
      return { email, ended: await endSessions(db, id) };
    },
  };
}

async function addMember(tx: AccountsDb, text: string, now: number) {
  const email = normalEmail(text);
  const known = await tx.selectFrom("member").select("id").where("email", "=", email).executeTakeFirst();
  if (known !== undefined) return { accountId: known.id, created: false };
  const id = randomUUID();
  await tx.insertInto("member").values({ id, email, created_at: now, updated_at: now }).execute();
  return { accountId: id, created: true };
}

/** A later link must not give back the role that an administrator has taken from the member. */
async function roleAfterLink(tx: AccountsDb, memberId: string, firstRole: Role): Promise<Role> {
  const { role } = await tx
    .selectFrom("member")
    .select("role")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const accepted = await tx
    .selectFrom("invitation")
    .select("digest")
    .where("member_id", "=", memberId)
    .where("accepted_at", "is not", null)
    .executeTakeFirst();
  return accepted === undefined ? firstRole : role;
}

async function changeRole(
  tx: AccountsDb,
  { member, role, now }: { member: MemberReference; role: Role; now: number },
): Promise<{ email: string }> {
  const { id, email, role: before } = await findMember(tx, member);
  if (before === role) return { email };
  if (before === "admin") await requireAnotherAdmin(tx, id);
  await tx.updateTable("member").set({ role, updated_at: now }).where("id", "=", id).execute();
  return { email };
}

/** Foreign keys delete the member's token, sessions and invitations. */
async function removeMember(tx: AccountsDb, member: MemberReference): Promise<{ email: string }> {
  const { id, email, role } = await findMember(tx, member);
  if (role === "admin") await requireAnotherAdmin(tx, id);
  await tx.deleteFrom("member").where("id", "=", id).execute();
  return { email };
}

async function requireAnotherAdmin(tx: AccountsDb, memberId: string): Promise<void> {
  const another = await tx
    .selectFrom("member")
    .select("id")
    .where("role", "=", "admin")
    .where("id", "!=", memberId)
    .executeTakeFirst();
  if (another === undefined)
    throw new AccountError(
      "This is the only administrator; make another member an administrator first",
      "refused",
    );
}

/** Resolves to the number of sessions ended. */
export async function endSessions(tx: AccountsDb, memberId: string): Promise<number> {
  const ended = await tx.deleteFrom("session").where("member_id", "=", memberId).executeTakeFirst();
  return Number(ended.numDeletedRows);
}

async function listMembers(
  db: AccountsDb,
  { offset, limit, search = "", now }: { offset: number; limit: number; search?: string; now: number },
): Promise<MemberPage> {
  const matches = containsText(sql.ref("email"), search.trim().toLowerCase());
  const { total } = await db
    .selectFrom("member")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(matches)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("member")
    .select(["id", "email", "role", "email_verified", "created_at"])
    .where(matches)
    .orderBy("email")
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  const details = ids.length === 0 ? null : await detailsOf(db, ids, now);
  const members = rows.map(
    ({ id, email, role, email_verified, created_at }): MemberEntry => ({
      id,
      email,
      role,
      emailVerified: email_verified === 1,
      createdAt: new Date(created_at).toISOString(),
      signInMethods: details!.methods.filter((row) => row.member_id === id).map(methodName),
      token: tokenDays(details!.tokens.find((row) => row.member_id === id)),
      invitation: invitationEnd(details!.invitations.find((row) => row.member_id === id)),
    }),
  );
  return { members, total };
}

async function detailsOf(db: AccountsDb, ids: string[], now: number) {
  return {
    methods: await db
      .selectFrom("sign_in_method")
      .select(["member_id", "provider"])
      .distinct()
      .where("member_id", "in", ids)
      .orderBy("provider")
      .execute(),
    tokens: await db
      .selectFrom("token")
      .select(["member_id", "expires_at", "last_used_day"])
      .where("member_id", "in", ids)
      .where("ended_at", "is", null)
      .where("expires_at", ">", now)
      .execute(),
    invitations: await db
      .selectFrom("invitation")
      .select(["member_id", "expires_at"])
      .where("member_id", "in", ids)
      .where("accepted_at", "is", null)
      .where("ended_at", "is", null)
      .where("expires_at", ">", now)
      .execute(),
  };
}

const methodName = ({ provider }: { provider: string }): "password" | "oidc" =>
  provider === "credential" ? "password" : "oidc";

function tokenDays(row: { expires_at: number; last_used_day: string | null } | undefined) {
  if (row === undefined) return null;
  return { expiresAt: new Date(row.expires_at).toISOString(), lastUsedOn: row.last_used_day };
}

function invitationEnd(row: { expires_at: number } | undefined) {
  return row === undefined ? null : { expiresAt: new Date(row.expires_at).toISOString() };
}
