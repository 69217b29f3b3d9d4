/** GET /status: validity and scopes of the token. */
import { z } from "zod";

export const statusResponseSchema = z.object({
  authenticated: z.boolean(),
  expiresAt: z.string().nullable(),
  scope: z.string().nullable().describe("granted scopes, separated by spaces"),
  sessionSharingEnabled: z.boolean().optional().describe("never sent by this service: it shares no sessions"),
});
export type StatusResponse = z.infer<typeof statusResponseSchema>;
