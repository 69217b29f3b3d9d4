/**
 * The console's operations, like contract/api/operations.ts for the public API: routes, validation, role checks and CSRF
 * protection are derived from this table. A new operation is one entry here and one handler in
 * server/console/handlers. They serve the bundled pages, and may change with them.
 */
import type { z } from "zod";
import { faqsQuerySchema, faqsResponseSchema } from "../faqs.ts";
import { meResponseSchema } from "../me.ts";
import type { ParsedRequest } from "../operations/operation.ts";
import { resourcesQuerySchema, resourcesResponseSchema } from "../resources.ts";
import { listAuditQuerySchema, listAuditResponseSchema } from "./audit.ts";
import type { ConsoleOperation } from "./console-operation.ts";
import { corpusResponseSchema } from "./corpus.ts";
import { emptyBodySchema } from "./empty-body.ts";
import { listFeedbackQuerySchema, listFeedbackResponseSchema } from "./feedback.ts";
import { grantOperations } from "./grant-operations.ts";
import { resourceHackathonsSchema } from "./guides.ts";
import { importOperations } from "./import-operations.ts";
import {
  changeRoleRequestSchema,
  endSessionsResponseSchema,
  inviteMemberRequestSchema,
  inviteMemberResponseSchema,
  listMembersQuerySchema,
  listMembersResponseSchema,
  memberParamsSchema,
} from "./members.ts";
import { savedOperations } from "./saved-operations.ts";
import {
  acceptInvitationRequestSchema,
  changePasswordRequestSchema,
  doneSchema,
  findInvitationRequestSchema,
  invitationSchema,
  sessionResponseSchema,
  settleLinkRequestSchema,
  signInRequestSchema,
  signUpRequestSchema,
  startOidcResponseSchema,
} from "./session.ts";
import { sourceInspectionOperations } from "./source-inspection.ts";
import { sourceOperations } from "./source-operations.ts";
import {
  approveSuggestionRequestSchema,
  approveSuggestionResponseSchema,
  declineSuggestionRequestSchema,
  listSuggestionsQuerySchema,
  listSuggestionsResponseSchema,
  reviewParamsSchema,
} from "./suggestions.ts";
import {
  generateTokenRequestSchema,
  generateTokenResponseSchema,
  revokeTokenResponseSchema,
  tokenResponseSchema,
} from "./token.ts";

export type { ConsoleOperation, ConsoleRole } from "./console-operation.ts";

export const consoleOperations = {
  getSession: {
    id: "getSession",
    method: "GET",
    path: "/api/session",
    role: "anyone",
    request: {},
    response: sessionResponseSchema,
    summary: "The signed-in member, and the available sign-in methods.",
  },
  signIn: {
    id: "signIn",
    method: "POST",
    path: "/auth/sign-in",
    role: "anyone",
    countsAttempt: true,
    request: { body: signInRequestSchema },
    response: sessionResponseSchema,
    summary: "Signs in with e-mail and password.",
  },
  signUp: {
    id: "signUp",
    method: "POST",
    path: "/auth/sign-up",
    role: "anyone",
    countsAttempt: true,
    request: { body: signUpRequestSchema },
    response: doneSchema,
    summary: "Creates an account for an address of an open domain; never reveals whether one existed.",
  },
  signOut: {
    id: "signOut",
    method: "POST",
    path: "/auth/sign-out",
    role: "anyone",
    request: { body: emptyBodySchema },
    response: doneSchema,
    summary: "Ends this browser's session.",
  },
  startOidc: {
    id: "startOidc",
    method: "POST",
    path: "/auth/oidc",
    role: "anyone",
    countsAttempt: true,
    request: { body: emptyBodySchema },
    response: startOidcResponseSchema,
    summary: "Starts a sign-in through the identity provider.",
  },
  settleLink: {
    id: "settleLink",
    method: "POST",
    path: "/auth/oidc/link",
    role: "member",
    request: { body: settleLinkRequestSchema },
    response: sessionResponseSchema,
    summary: "Links the identity pending in this browser to the member's account, or discards it.",
  },
  findInvitation: {
    id: "findInvitation",
    method: "POST",
    path: "/auth/invitation",
    role: "anyone",
    countsAttempt: true,
    request: { body: findInvitationRequestSchema },
    response: invitationSchema,
    summary: "The address and role of an invitation, while it can be accepted.",
  },
  acceptInvitation: {
    id: "acceptInvitation",
    method: "POST",
    path: "/auth/invitation/accept",
    role: "anyone",
    countsAttempt: true,
    request: { body: acceptInvitationRequestSchema },
    response: sessionResponseSchema,
    summary: "Accepts an invitation: sets the member's password, if one is given, and signs in.",
  },
  changePassword: {
    id: "changePassword",
    method: "POST",
    path: "/auth/password",
    role: "member",
    countsAttempt: true,
    request: { body: changePasswordRequestSchema },
    response: doneSchema,
    summary: "Changes the password and ends every other session.",
  },
  getToken: {
    id: "getToken",
    method: "GET",
    path: "/api/token",
    role: "member",
    request: {},
    response: tokenResponseSchema,
    summary: "Dates and scopes of the member's token, never the token itself.",
  },
  generateToken: {
    id: "generateToken",
    method: "POST",
    path: "/api/token",
    role: "member",
    request: { body: generateTokenRequestSchema },
    response: generateTokenResponseSchema,
    summary: "Generates a token, shown once; the previous one stops working immediately.",
  },
  revokeToken: {
    id: "revokeToken",
    method: "POST",
    path: "/api/token/revoke",
    role: "member",
    request: { body: emptyBodySchema },
    response: revokeTokenResponseSchema,
    summary: "Revokes the member's token.",
  },
  getMyRecords: {
    id: "getMyRecords",
    method: "GET",
    path: "/api/me",
    role: "member",
    request: {},
    response: meResponseSchema,
    summary: "The member's own profile and projects, as in GET /me.",
  },
  listResourceHackathons: {
    id: "listResourceHackathons",
    method: "GET",
    path: "/api/resources/hackathons",
    role: "member",
    request: {},
    response: resourceHackathonsSchema,
    summary: "Hackathons that have resources.",
  },
  getHackathonResources: {
    id: "getHackathonResources",
    method: "GET",
    path: "/api/resources",
    role: "member",
    request: { query: resourcesQuerySchema },
    response: resourcesResponseSchema,
    summary: "The resources of a hackathon, as in GET /resources.",
  },
  findFaqs: {
    id: "findFaqs",
    method: "GET",
    path: "/api/faqs",
    role: "member",
    request: { query: faqsQuerySchema },
    response: faqsResponseSchema,
    summary: "FAQs, as in GET /faqs.",
  },
  getCorpus: {
    id: "getCorpus",
    method: "GET",
    path: "/api/corpus",
    role: "admin",
    request: {},
    response: corpusResponseSchema,
    summary: "The served snapshot, changes that wait for a publish, and the results of the last imports.",
  },
  ...grantOperations,
  listMembers: {
    id: "listMembers",
    method: "GET",
    path: "/api/members",
    role: "admin",
    request: { query: listMembersQuerySchema },
    response: listMembersResponseSchema,
    summary: "Members, ordered by address.",
  },
  inviteMember: {
    id: "inviteMember",
    method: "POST",
    path: "/api/members/invite",
    role: "admin",
    audit: "invite-member",
    request: { body: inviteMemberRequestSchema },
    response: inviteMemberResponseSchema,
    summary: "Creates a one-time link for a new member, or for one who needs a new password.",
  },
  changeRole: {
    id: "changeRole",
    method: "POST",
    path: "/api/members/:id/role",
    role: "admin",
    audit: "change-role",
    request: { params: memberParamsSchema, body: changeRoleRequestSchema },
    response: doneSchema,
    summary: "Changes a member's role.",
  },
  endMemberSessions: {
    id: "endMemberSessions",
    method: "POST",
    path: "/api/members/:id/sign-out",
    role: "admin",
    audit: "end-sessions",
    request: { params: memberParamsSchema, body: emptyBodySchema },
    response: endSessionsResponseSchema,
    summary: "Ends every session of a member.",
  },
  removeMember: {
    id: "removeMember",
    method: "POST",
    path: "/api/members/:id/remove",
    role: "admin",
    audit: "remove-member",
    request: { params: memberParamsSchema, body: emptyBodySchema },
    response: doneSchema,
    summary: "Removes a member with token, sessions and invitations.",
  },
  listSuggestions: {
    id: "listSuggestions",
    method: "GET",
    path: "/api/suggestions",
    role: "admin",
    request: { query: listSuggestionsQuerySchema },
    response: listSuggestionsResponseSchema,
    summary: "Sources that members suggest, newest first.",
  },
  approveSuggestion: {
    id: "approveSuggestion",
    method: "POST",
    path: "/api/suggestions/:id/approve",
    role: "admin",
    audit: "approve-suggestion",
    request: { params: reviewParamsSchema, body: approveSuggestionRequestSchema },
    response: approveSuggestionResponseSchema,
    summary: "Declares the source with the suggested address, so that its documents can be imported.",
  },
  declineSuggestion: {
    id: "declineSuggestion",
    method: "POST",
    path: "/api/suggestions/:id/decline",
    role: "admin",
    audit: "decline-suggestion",
    request: { params: reviewParamsSchema, body: declineSuggestionRequestSchema },
    response: doneSchema,
    summary: "Declines a suggestion, with a reason.",
  },
  listFeedback: {
    id: "listFeedback",
    method: "GET",
    path: "/api/feedback",
    role: "admin",
    request: { query: listFeedbackQuerySchema },
    response: listFeedbackResponseSchema,
    summary: "Feedback of members, newest first.",
  },
  resolveFeedback: {
    id: "resolveFeedback",
    method: "POST",
    path: "/api/feedback/:id/resolve",
    role: "admin",
    audit: "resolve-feedback",
    request: { params: reviewParamsSchema, body: emptyBodySchema },
    response: doneSchema,
    summary: "Marks feedback as resolved.",
  },
  reopenFeedback: {
    id: "reopenFeedback",
    method: "POST",
    path: "/api/feedback/:id/reopen",
    role: "admin",
    audit: "reopen-feedback",
    request: { params: reviewParamsSchema, body: emptyBodySchema },
    response: doneSchema,
    summary: "Reopens resolved feedback.",
  },
  listAudit: {
    id: "listAudit",
    method: "GET",
    path: "/api/audit",
    role: "admin",
    request: { query: listAuditQuerySchema },
    response: listAuditResponseSchema,
    summary: "What administrators did, newest first.",
  },
  ...sourceOperations,
  ...importOperations,
  ...savedOperations,
  ...sourceInspectionOperations,
} as const satisfies Record<string, ConsoleOperation>;

export type ConsoleOperationId = keyof typeof consoleOperations;

/** Every entry with the general type, in the order of the table. */
export const consoleOperationList: readonly (ConsoleOperation & { id: ConsoleOperationId })[] =
  Object.values(consoleOperations);

/** Params, query and body of a validated request, merged into one object. */
export type ConsoleInput<Id extends ConsoleOperationId> = ParsedRequest<
  (typeof consoleOperations)[Id]["request"]
>;
export type ConsoleOutput<Id extends ConsoleOperationId> = z.output<
  (typeof consoleOperations)[Id]["response"]
>;
