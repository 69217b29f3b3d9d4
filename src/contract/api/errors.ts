/** All errors of the API. */
import { z } from "zod";

export const errorTable = {
  INVALID_JSON: { status: 400, retryable: false, condition: "The body is not valid JSON." },
  INVALID_QUERY: { status: 400, retryable: false, condition: "Bad parameters or unknown fields." },
  BAD_REQUEST: { status: 400, retryable: false, condition: "The request body is malformed." },
  UNAUTHORIZED: { status: 401, retryable: false, condition: "The token is missing or invalid." },
  FORBIDDEN: { status: 403, retryable: false, condition: "The token lacks the scope for this resource." },
  NOT_FOUND: { status: 404, retryable: false, condition: "There is no such resource." },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, condition: "The body exceeds 1 MB." },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    condition: "The body's type, charset or content encoding is not supported.",
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    condition: "A rate or concurrency limit is exceeded; wait as Retry-After says.",
  },
  INTERNAL_ERROR: { status: 500, retryable: true, condition: "Unexpected server error." },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    condition: "Infrastructure is temporarily unavailable.",
  },
  CATEGORIES_UNAVAILABLE: {
    status: 503,
    retryable: true,
    condition: "The taxonomy is temporarily unavailable.",
  },
  EVIDENCE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    condition: "Evidence summaries are temporarily unavailable.",
  },
  RESOURCES_UNAVAILABLE: {
    status: 503,
    retryable: true,
    condition: "Hackathon resources are temporarily unavailable.",
  },
  ARCHIVE_UNAVAILABLE: { status: 503, retryable: true, condition: "The archive is temporarily unavailable." },
} as const satisfies Record<string, { status: number; retryable: boolean; condition: string }>;

export type ErrorCode = keyof typeof errorTable;
export type ErrorStatus = (typeof errorTable)[ErrorCode]["status"];

const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

export const errorBodySchema = z.object({
  error: z.string().describe("what is wrong and what to do"),
  code: z.enum(errorCodes),
  retryable: z.boolean(),
  requestId: z.string().optional().describe("on 5xx, to find the request in the server's log"),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

export interface ApiErrorOptions {
  /** Additional response headers, e.g. `Retry-After`. */
  headers?: Record<string, string>;
  /** The internal cause: logged for 5xx, never sent. */
  cause?: unknown;
}

/** An error response. `message` is sent to the caller. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers;
  }

  get status(): ErrorStatus {
    return errorTable[this.code].status;
  }

  get retryable(): boolean {
    return errorTable[this.code].retryable;
  }
}
