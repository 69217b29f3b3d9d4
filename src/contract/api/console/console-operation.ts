/** An entry of the table of console operations. */
import type { z } from "zod";
import type { AuditAction } from "./audit-actions.ts";

/** Required role: none; any signed-in member; administrator. */
export type ConsoleRole = "anyone" | "member" | "admin";

export interface ConsoleOperation {
  id: string;
  method: "GET" | "POST";
  /** Below `/console`, with `:name` for a parameter that is one whole segment. */
  path: `/${"api" | "auth"}/${string}`;
  role: ConsoleRole;
  /** Counted as an attempt per client address, with all other such operations, before its body is read. */
  countsAttempt?: true;
  request: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  /** Default: JSON of at most 16 KB. `bytes`: any bytes, which no schema describes. */
  body?: { type: "json" | "bytes"; maxBytes: number };
  response: z.ZodType;
  /** What the audit log records of it. Every change that only administrators may make has one. */
  audit?: AuditAction;
  summary: string;
}
