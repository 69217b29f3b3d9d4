/** The audit log, for administrators. */
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

export function auditHandlers({ accounts }: HandlerContext): ConsoleHandlers<"listAudit"> {
  return {
    listAudit: async ({ input: { q, offset, limit } }) => ({
      body: await accounts.audit.list({ offset, limit, search: q }),
    }),
  };
}
