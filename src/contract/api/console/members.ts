/** Members, as shown to administrators. */
import { z } from "zod";
import { codePoints, queryInteger } from "../../values/text.ts";
import { roleSchema } from "./session.ts";

export const memberEntrySchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  emailVerified: z.boolean(),
  createdAt: z.string(),
  signInMethods: z.array(z.enum(["password", "oidc"])).describe("empty: no invitation has been accepted yet"),
  token: z.object({ expiresAt: z.string(), lastUsedOn: z.string().nullable() }).nullable(),
  invitation: z.object({ expiresAt: z.string() }).nullable().describe("the open one"),
});

export const listMembersQuerySchema = z.object({
  offset: queryInteger({ min: 0, fallback: 0 }),
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
  q: codePoints({ max: 254, trim: true }).optional().describe("part of an address"),
});
export const listMembersResponseSchema = z.object({
  members: z.array(memberEntrySchema),
  total: z.int().min(0).describe("that match, on all pages"),
});

export const inviteMemberRequestSchema = z.object({
  email: codePoints({ min: 3, max: 254, trim: true }),
  role: roleSchema.default("member"),
});
export const inviteMemberResponseSchema = z.object({
  email: z.string(),
  role: roleSchema,
  link: z.string().describe("works once; returned only here, stored only as a digest"),
  expiresAt: z.string(),
});

export const memberParamsSchema = z.object({ id: codePoints({ min: 1, max: 64 }) });
export const changeRoleRequestSchema = z.object({ role: roleSchema });
export const endSessionsResponseSchema = z.object({ ended: z.int().min(0) });
