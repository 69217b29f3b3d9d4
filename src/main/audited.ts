/** Records in the audit log what administrators do on the command line. */
import { userInfo } from "node:os";
import type { Accounts, AuditLog, AuditRecord } from "../accounts/types.ts";
import type { OpenReviews } from "../inbox/open.ts";

export type Action = Pick<AuditRecord, "action" | "target" | "detail">;

/** The user of the machine; a container may run with an id that has no name. */
function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    return process.getuid === undefined ? "unknown" : `uid ${process.getuid()}`;
  }
}

export const byCommand = (audit: AuditLog) => (action: Action) =>
  audit.record({ actor: machineUser(), via: "command", ...action });

/** The same accounts; changes are recorded. */
export function auditedAccounts(accounts: Accounts): Accounts {
  const record = byCommand(accounts.audit);
  const emailOf = (member: { id: string } | { email: string }) =>
    "email" in member ? member.email.trim().toLowerCase() : member.id;
  return {
    ...accounts,
    addMember: async (email) => {
      const added = await accounts.addMember(email);
      if (added.created) await record({ action: "add-member", target: emailOf({ email }) });
      return added;
    },
    invite: async (email, role) => {
      const invitation = await accounts.invite(email, role);
      await record({ action: "invite-member", target: invitation.email, detail: role });
      return invitation;
    },
    changeRole: async (member, role) => {
      const changed = await accounts.changeRole(member, role);
      await record({ action: "change-role", target: changed.email, detail: role });
      return changed;
    },
    removeMember: async (member) => {
      const removed = await accounts.removeMember(member);
      await record({ action: "remove-member", target: removed.email });
      return removed;
    },
    issueToken: async (member, scopes) => {
      const issued = await accounts.issueToken(member, scopes);
      await record({ action: "issue-token", target: emailOf(member) });
      return issued;
    },
    revokeToken: async (member) => {
      const revoked = await accounts.revokeToken(member);
      if (revoked) await record({ action: "revoke-token", target: emailOf(member) });
      return revoked;
    },
  };
}

/** The same reviews; decisions are recorded. */
export function auditedReviews(reviews: OpenReviews, audit: AuditLog): OpenReviews {
  const record = byCommand(audit);
  return {
    ...reviews,
    approveSuggestion: async (reference, decision) => {
      const approval = await reviews.approveSuggestion(reference, decision);
      await record({ action: "approve-suggestion", target: approval.source.key });
      return approval;
    },
    declineSuggestion: async (reference, reason) => {
      const declined = await reviews.declineSuggestion(reference, reason);
      await record({ action: "decline-suggestion", target: declined.url });
      return declined;
    },
    resolveFeedback: async (reference) => {
      const feedback = await reviews.resolveFeedback(reference);
      await record({ action: "resolve-feedback", target: feedback.id });
      return feedback;
    },
    reopenFeedback: async (reference) => {
      const feedback = await reviews.reopenFeedback(reference);
      await record({ action: "reopen-feedback", target: feedback.id });
      return feedback;
    },
  };
}
