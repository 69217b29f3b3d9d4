/** Authorizations that applications ask for, and those that members have granted. */
import { z } from "zod";
import { choiceList, codePoints } from "../../values/text.ts";

/** Characters of an authorization request's query string. */
const longestRequest = 8_000;

const redirectSchema = z.object({
  kind: z
    .enum(["web", "local", "app"])
    .describe("a site; a program on the member's machine; an app that the system opens"),
  name: z.string().describe("host, with the port where there is one; for an app the scheme of its links"),
});
const audienceSchema = z
  .enum(["mcp", "api", "any"])
  .describe("where its tokens are accepted: /mcp, the API, or both");

export const checkAuthorizationRequestSchema = z.object({
  request: codePoints({ min: 1, max: longestRequest }).describe(
    "the query string, as the application sent it",
  ),
});
export const checkAuthorizationResponseSchema = z.object({
  asked: z
    .object({
      clientName: z.string().describe("as the application calls itself, not verified; empty: no name"),
      redirect: redirectSchema,
      audience: audienceSchema,
      scopes: z.array(z.string()).describe("what it asks for, as far as the member may grant it"),
    })
    .nullable(),
  problem: z
    .object({
      message: z.string(),
      redirectTo: z
        .string()
        .nullable()
        .describe(
          "redirect that reports the error to the application; null: the application is not verified",
        ),
    })
    .nullable()
    .describe("why it cannot be granted; null: it can"),
});

export const answerAuthorizationRequestSchema = checkAuthorizationRequestSchema.extend({
  approve: z.boolean(),
  scopes: choiceList(z.string().max(100))
    .optional()
    .describe("those granted; default: all that were asked for"),
});
export const answerAuthorizationResponseSchema = z.object({ redirectTo: z.string() });

export const grantParamsSchema = z.object({ id: z.uuid() });
export const grantSchema = z.object({
  id: z.string(),
  clientName: z.string(),
  redirect: redirectSchema,
  audience: audienceSchema,
  scopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedOn: z.string().nullable().describe("a day (UTC); null: never"),
});
export const listGrantsResponseSchema = z.object({ grants: z.array(grantSchema) });
export const revokeGrantResponseSchema = listGrantsResponseSchema.extend({
  revoked: z.boolean().describe("false: there was none with this id"),
});
