/** The audit log: what administrators did, in the console and on the command line. */
import { z } from "zod";
import { codePoints, queryInteger } from "../../values/text.ts";

/** Every action that is recorded. */
export const auditActions = [
  "add-member",
  "invite-member",
  "change-role",
  "end-sessions",
  "remove-member",
  "issue-token",
  "revoke-token",
  "approve-suggestion",
  "decline-suggestion",
  "resolve-feedback",
  "reopen-feedback",
  "declare-source",
  "read-source",
  "publish",
  "cancel-publish",
  "roll-back",
  "upload-file",
  "discard-file",
  "import",
  "cancel-import",
  "remove-records",
  "rename-source",
  "scan",
  "back-up",
  "restore",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string().describe("the administrator's address; on the command line, the user of the machine"),
  via: z.enum(["console", "command"]),
  action: z.string().describe("one of the recorded actions; later releases may add some"),
  target: z.string().nullable().describe("the target of the action: an address, a key, a file name"),
  detail: z.string().nullable().describe("such as the new role"),
});

export const listAuditQuerySchema = z.object({
  offset: queryInteger({ min: 0, fallback: 0 }),
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
  q: codePoints({ max: 254, trim: true }).optional().describe("part of an actor, an action or a target"),
});
export const listAuditResponseSchema = z.object({
  entries: z.array(auditEntrySchema).describe("newest first"),
  total: z.int().min(0).describe("that match, on all pages"),
});
