/** One fetch of a feed: within bounds of time, size and redirects, and only content that follows the rules. */

import { describeIssues } from "../../contract/api/validation.ts";
import { type ResourcesContent, resourcesContentSchema } from "../../contract/records/resource-record.ts";
import { publicUrlSchema } from "../../contract/values/public-url.ts";
import { isFeedUrl } from "../../contract/values/web-url.ts";

const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Why a feed gave nothing that can be used; the message is for the operator and quotes none of the answer. */
export class FeedFailure extends Error {
  override readonly name = "FeedFailure";
}

export interface FeedRequest {
  url: string;
  /** The feed may name its hackathon; then it must be this one. */
  hackathon: string;
  fetch: typeof fetch;
  timeoutMs: number;
  /** Of the answer, unpacked. */
  maxBytes: number;
  signal: AbortSignal;
}

/** Throws FeedFailure, or the signal's reason when `signal` aborts. */
export async function fetchFeed(request: FeedRequest): Promise<ResourcesContent> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([timeout, request.signal]);
  try {
    const response = await follow(request, signal);
    return readContent(await readBytes(response, request.maxBytes), request.hackathon);
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof FeedFailure) throw error;
    throw new FeedFailure(
      timeout.aborted ? `no whole answer within ${request.timeoutMs} ms` : networkReason(error),
    );
  }
}

async function follow({ url, fetch }: FeedRequest, signal: AbortSignal): Promise<Response> {
  let at = new URL(url);
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    const response = await fetch(at, {
      redirect: "manual",
      signal,
      headers: { accept: "application/json" },
    });
    if (response.status === 200) return response;
    await response.body?.cancel();
    if (!REDIRECTS.has(response.status)) throw new FeedFailure(`it answered with status ${response.status}`);
    at = nextAddress(at, response.headers.get("location"));
  }
  throw new FeedFailure(`it sent us on more than ${MOST_REDIRECTS} times`);
}

/** A feed on the internet must not lead us to a machine nearby, nor to an address that anyone can listen to. */
function nextAddress(at: URL, location: string | null): URL {
  if (location === null || !URL.canParse(location, at.href))
    throw new FeedFailure("it sent us on to no address");
  const next = new URL(location, at);
  const inward = isPublic(at) && !isPublic(next);
  if (!isFeedUrl(next) || inward || next.username !== "" || next.password !== "") {
    throw new FeedFailure("it sent us on to an address that is not fetched from");
  }
  return next;
}

const isPublic = ({ href }: URL): boolean => publicUrlSchema.safeParse(href).success;

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += (piece as Uint8Array).byteLength;
    // Leaving the loop cancels the rest.
    if (size > maxBytes) throw new FeedFailure(`its answer is larger than ${maxBytes} bytes`);
    pieces.push(piece as Uint8Array);
  }
  return Buffer.concat(pieces);
}

function readContent(bytes: Uint8Array, hackathon: string): ResourcesContent {
  const value = parseJson(bytes);
  const named = (value as { hackathon?: unknown } | null)?.hackathon;
  if (named !== undefined && named !== null && named !== hackathon)
    throw new FeedFailure("its answer is about another hackathon");
  const result = resourcesContentSchema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new FeedFailure(`its answer breaks the rules: ${describeIssues(result.error.issues)}`);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new FeedFailure("its answer is not JSON in UTF-8");
  }
}

/** The system's code (ECONNREFUSED, …) where there is one. */
function networkReason(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === "string" ? `no connection (${code})` : "no connection";
}
