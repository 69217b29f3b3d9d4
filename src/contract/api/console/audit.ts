/** The audit log: what administrators did, in the console and on the command line. */
import { z } from "zod";
import { codePoints, queryInteger } from "../../values/text.ts";

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
  q: codePoints({ max: 254, trim: true })
    .optional()
    .describe("part of an actor, action, target or detail; an action also has its name in the console"),
});
export const listAuditResponseSchema = z.object({
  entries: z.array(auditEntrySchema).describe("newest first"),
  total: z.int().min(0).describe("that match, on all pages"),
});
