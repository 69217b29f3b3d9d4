/**
 * One handler for all console operations: CSRF, attempts, session, role, body, schema, then the use case. The body is
 * not read before the caller is known or counted.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type SignedIn, SignInError } from "../../accounts/sign-in/types.ts";
import type { ConsoleOperation, ConsoleOperationId } from "../../contract/api/console/operations.ts";
import { ApiError } from "../../contract/api/errors.ts";
import { jsonText } from "../../contract/values/json-text.ts";
import type { ServerContext } from "../context.ts";
import { refusalDelayMs } from "../refusal-delay.ts";
import { maxConsoleBodyBytes, readBytes } from "../request-body.ts";
import { isLocalRequest, ownOrigin } from "../request-host.ts";
import { requestInput } from "../request-input.ts";
import type { Handler } from "../route.ts";
import { sendText } from "../send-text.ts";
import { toApiError } from "./account-errors.ts";
import { requireSameOrigin } from "./csrf.ts";
import type { Audited, ConsoleAnswer, ConsoleHandler, ConsolePorts, Download } from "./ports.ts";

export interface OperationParts {
  handler: ConsoleHandler<ConsoleOperationId>;
  console: ConsolePorts;
  publicOrigin: string | null;
  addressOf(context: ServerContext): string;
}

export function consoleOperation(operation: ConsoleOperation, parts: OperationParts): Handler {
  const { handler, console, publicOrigin, addressOf } = parts;
  const { type, maxBytes } = operation.body ?? { type: "json", maxBytes: maxConsoleBodyBytes };
  const hasBytes = type === "bytes";
  return async (context) => {
    try {
      // The next user of this browser must not find the response.
      context.header("Cache-Control", "no-store");
      if (operation.method !== "GET") {
        closeAfterLargeBody(context, maxBytes);
        requireSameOrigin(context, publicOrigin);
      }
      const address = addressOf(context);
      if (operation.countsAttempt) await countAttempt(console, address);
      const { headers } = context.req.raw;
      const { member, cookies } = await console.signIn.session(headers);
      // Before any refusal: clears an ended session's cookie, or sets an extended one's.
      setCookies(context, cookies);
      requireRole(operation, member);
      const hasJson = operation.method === "POST" && !hasBytes;
      const input = await requestInput(context, operation, { maxBytes, hasJson });
      const bytes = hasBytes ? await readBytes(context, maxBytes) : new Uint8Array();
      const origin = ownOrigin(context, publicOrigin);
      const request = { input, bytes, member, headers, address, isLocal: isLocalRequest(context), origin };
      const answer = await handler(request as Parameters<typeof handler>[0]);
      if (operation.audit !== undefined) {
        const { target, detail } = (answer as unknown as { audit: Audited }).audit;
        const entry = {
          actor: member!.email,
          via: "console",
          action: operation.audit,
          target,
          detail,
        } as const;
        await console.accounts.audit.record(entry);
      }
      setCookies(context, answer.cookies ?? []);
      if (answer.download !== undefined) return await sendDownload(context, answer.download, answer.body);
      return await sendText(context, {
        text: jsonText(answer.body),
        type: "application/json",
        // Tokens and links are only in responses to POST.
        compressible: operation.method === "GET",
      });
    } catch (error) {
      throw toApiError(error);
    }
  };
}

function sendDownload(
  context: ServerContext,
  { name, type }: Download,
  body: ConsoleAnswer<ConsoleOperationId>["body"],
): Promise<Response> {
  context.header("Content-Disposition", `attachment; filename="${name}"`);
  return sendText(context, { text: body as string, type, compressible: true });
}

async function countAttempt({ signIn }: ConsolePorts, address: string): Promise<void> {
  try {
    await signIn.countAttempt(address);
  } catch (error) {
    if (error instanceof SignInError && error.kind === "too many") await pause(refusalDelayMs);
    throw error;
  }
}

/** For any response: reading the rest of an oversized body would only keep the server busy. */
function closeAfterLargeBody(context: ServerContext, maxBytes: number): void {
  const declared = context.req.header("content-length");
  if (declared === undefined || Number(declared) > maxBytes) context.header("Connection", "close");
}

/** A later cookie replaces an earlier one with the same name: browsers keep the last. */
export function setCookies(context: ServerContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header("Set-Cookie", cookie, { append: true });
}

function requireRole({ role }: ConsoleOperation, member: SignedIn | null): void {
  if (role === "anyone") return;
  if (member === null) throw new ApiError("UNAUTHORIZED", "You are not signed in; sign in first");
  if (role === "admin" && member.role !== "admin")
    throw new ApiError("FORBIDDEN", "Only administrators may do this; ask one of them");
}
