/** The table of operations: account. */
import { meResponseSchema } from "../me.ts";
import { statusResponseSchema } from "../status.ts";
import type { Operation } from "./operation.ts";

export const accountOperations = {
  getStatus: {
    id: "getStatus",
    topic: "Account",
    method: "GET",
    path: "/status",
    scope: "any",
    limitGroup: null,
    answeredFrom: "databases",
    concurrencyLimited: false,
    request: {},
    response: statusResponseSchema,
    successStatus: 200,
    summary: "Check the token",
    description: "Whether the token is valid, when it expires and which scopes it has.",
    errors: [],
  },
  getMe: {
    id: "getMe",
    topic: "Account",
    method: "GET",
    path: "/me",
    scope: "me",
    limitGroup: "me",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: {},
    response: meResponseSchema,
    successStatus: 200,
    summary: "Read the member's own profile and projects",
    description:
      "The token owner's profile and projects, newest first, drafts included. No other member can read them.",
    errors: [],
  },
} as const satisfies Record<string, Operation>;
