/** Every action that is recorded, with its name in the console, which a search of the log finds too. */
export const auditActionNames = {
  "add-member": "Added a member",
  "invite-member": "Invited a member",
  "change-role": "Changed a role",
  "end-sessions": "Ended a member's sessions",
  "remove-member": "Removed a member",
  "issue-token": "Issued a token",
  "revoke-token": "Revoked a token",
  "approve-suggestion": "Approved a suggestion",
  "decline-suggestion": "Declined a suggestion",
  "resolve-feedback": "Resolved feedback",
  "reopen-feedback": "Reopened feedback",
  "declare-source": "Declared a source",
  "read-source": "Read a source",
  publish: "Published",
  "cancel-publish": "Canceled a publish",
  "roll-back": "Rolled back",
  "upload-file": "Uploaded a file",
  "discard-file": "Discarded a file",
  import: "Imported a file",
  "cancel-import": "Canceled an import",
  "remove-records": "Removed records",
  "rename-source": "Renamed a source",
  scan: "Scanned repositories",
  "back-up": "Wrote a backup",
  restore: "Restored a backup",
} as const;

export type AuditAction = keyof typeof auditActionNames;
export const auditActions = Object.keys(auditActionNames) as AuditAction[];
