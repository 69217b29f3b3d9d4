/** Fetches a feed once, bounded in time, size and redirects; returns only valid content. */
import { describeIssues } from "../../contract/api/validation.ts";
import { type ResourcesContent, resourcesContentSchema } from "../../contract/records/resource-record.ts";
import { namesLoopback } from "../../contract/values/hosts.ts";
import type { HttpClient } from "../../net/http-client.ts";
import { HttpError } from "../../net/http-error.ts";

const MAX_REDIRECTS = 3;

/** Why a feed returned nothing usable. The message is for the operator and quotes nothing of the response. */
export class FeedFailure extends Error {
  override readonly name = "FeedFailure";
}

export interface FeedRequest {
  url: string;
  /** The feed may name its hackathon; it must then be this one. */
  hackathon: string;
  http: HttpClient;
  timeoutMs: number;
  /** Limit of the decompressed response. */
  maxBytes: number;
  signal: AbortSignal;
}

/** Throws FeedFailure, or the signal's reason when `signal` aborts. */
export async function fetchFeed({ url, hackathon, http, ...bounds }: FeedRequest): Promise<ResourcesContent> {
  const { status, body } = await http
    .send({
      ...bounds,
      url,
      headers: { accept: "application/json" },
      maxRedirects: MAX_REDIRECTS,
      // An import may name a feed on this machine, but no other private host.
      privateHost: namesLoopback(new URL(url)),
    })
    .catch((error: unknown) => {
      throw error instanceof HttpError ? new FeedFailure(error.message, { cause: error }) : error;
    });
  if (status !== 200) throw new FeedFailure(`status ${status}`);
  return readContent(body, hackathon);
}

function readContent(bytes: Uint8Array, hackathon: string): ResourcesContent {
  const value = parseJson(bytes);
  const named = (value as { hackathon?: unknown } | null)?.hackathon;
  if (named !== undefined && named !== null && named !== hackathon)
    throw new FeedFailure("the response is about another hackathon");
  const result = resourcesContentSchema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new FeedFailure(`the response is not valid: ${describeIssues(result.error.issues)}`);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new FeedFailure("the response is not JSON in UTF-8");
  }
}
