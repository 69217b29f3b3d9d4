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
    description: "Whether the token is valid, when it expires and which scopes it carries.",
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
    summary: "Read one's own profile and projects",
    description:
      "The signed-in member's profile and projects, drafts included, the newest first. Nobody else is shown them.",
    errors: [],
  },
} as const satisfies Record<string, Operation>;
