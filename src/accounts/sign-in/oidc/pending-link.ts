/** An identity to be linked to an account once the account's holder confirms it in the same browser. */
import type { AccountsDb } from "../../tables.ts";
import { keepState, readState, takeState } from "../one-time-state.ts";
import { linkIdentity } from "./admit-identity.ts";

export interface PendingLink {
  subject: string;
  /** The account with the identity's e-mail address. */
  memberId: string;
}

export function createOidcLinks(db: AccountsDb, now: () => number) {
  return {
    /** Resolves to the value of the cookie. */
    keep: (link: PendingLink): Promise<string> => keepState(db, "oidc-link", { content: link, now: now() }),

    /** Null when no identity is pending, or it is for another account. */
    async find(value: string, memberId: string): Promise<PendingLink | null> {
      const link = await readState<PendingLink>(db, "oidc-link", { value, now: now() });
      return link?.memberId === memberId ? link : null;
    },

    /** Whether there was an identity to link or discard. */
    async settle(
      value: string,
      { memberId, confirm }: { memberId: string; confirm: boolean },
    ): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const link = await readState<PendingLink>(tx, "oidc-link", { value, now: now() });
        if (link?.memberId !== memberId) return false;
        await takeState(tx, "oidc-link", { value, now: now() });
        return !confirm || linkIdentity(tx, link, now());
      });
    },
  };
}
