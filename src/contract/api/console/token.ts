/** The member's own token. */
import { z } from "zod";
import { choiceList } from "../../values/text.ts";

/** Days before its expiry from which a warning is shown for a token. */
export const renewalDays = 14;

export const tokenStateSchema = z.object({
  status: z.enum(["active", "expired", "revoked"]),
  createdAt: z.string(),
  expiresAt: z.string(),
  daysLeft: z.int().min(0).describe("whole days until it expires; 0 unless active"),
  renewSoon: z.boolean().describe(`active, and expires within ${renewalDays} days`),
  lastUsedOn: z.string().nullable().describe("a day (UTC); null: never"),
  scopes: z.array(z.string()),
});

export const tokenResponseSchema = z.object({
  token: tokenStateSchema.nullable().describe("the newest one; null: there has been none"),
  scopes: z.array(z.string()).describe("scopes that a new token of this member may have"),
});

export const generateTokenRequestSchema = z.object({
  scopes: choiceList(z.string().max(100)).optional().describe("default: all that the member may have"),
});
export const generateTokenResponseSchema = tokenResponseSchema.extend({
  secret: z.string().describe("the token itself: returned only here, stored only as a digest"),
});

export const revokeTokenResponseSchema = tokenResponseSchema.extend({
  revoked: z.boolean().describe("false: there was no active token"),
});
