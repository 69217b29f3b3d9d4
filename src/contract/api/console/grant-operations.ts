/** The console's operations on applications that members allow to use the service. */
import type { ConsoleOperation } from "./console-operation.ts";
import { emptyBodySchema } from "./empty-body.ts";
import {
  answerAuthorizationRequestSchema,
  answerAuthorizationResponseSchema,
  checkAuthorizationRequestSchema,
  checkAuthorizationResponseSchema,
  grantParamsSchema,
  listGrantsResponseSchema,
  revokeGrantResponseSchema,
} from "./grants.ts";

export const grantOperations = {
  checkAuthorization: {
    id: "checkAuthorization",
    method: "POST",
    path: "/api/authorization/check",
    role: "member",
    request: { body: checkAuthorizationRequestSchema },
    response: checkAuthorizationResponseSchema,
    summary: "Who asks for an authorization (OAuth 2.1), for what, and where the answer is sent.",
  },
  answerAuthorization: {
    id: "answerAuthorization",
    method: "POST",
    path: "/api/authorization",
    role: "member",
    request: { body: answerAuthorizationRequestSchema },
    response: answerAuthorizationResponseSchema,
    summary: "Approves or denies it: the address to open next, of the application.",
  },
  listGrants: {
    id: "listGrants",
    method: "GET",
    path: "/api/grants",
    role: "member",
    request: {},
    response: listGrantsResponseSchema,
    summary: "The applications that the member allows, the newest first.",
  },
  revokeGrant: {
    id: "revokeGrant",
    method: "POST",
    path: "/api/grants/:id/revoke",
    role: "member",
    request: { params: grantParamsSchema, body: emptyBodySchema },
    response: revokeGrantResponseSchema,
    summary: "Ends one of them: its tokens stop working immediately.",
  },
} as const satisfies Record<string, ConsoleOperation>;
