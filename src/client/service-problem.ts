/** Why a request to the service failed. */
import type { ErrorBody, ErrorCode } from "../contract/api/errors.ts";

/** `UNREACHABLE`: no response. `UNREADABLE`: a response that is not the service's, perhaps from a proxy. */
export type ProblemCode = ErrorCode | "UNREACHABLE" | "UNREADABLE";

export class ServiceProblem extends Error {
  override readonly name = "ServiceProblem";
  readonly code: ProblemCode;
  /** 0 without a response. */
  readonly status: number;
  readonly retryable: boolean;
  /** Whole seconds to wait before retrying; null when not given. */
  readonly retryAfterSeconds: number | null;
  /** Identifies the request in the server's log. */
  readonly requestId: string | null;

  constructor(
    message: string,
    facts: {
      code: ProblemCode;
      status: number;
      retryable: boolean;
      retryAfterSeconds?: number | null;
      requestId?: string | null;
      cause?: unknown;
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.retryable = facts.retryable;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

export function unreachable(cause: unknown): ServiceProblem {
  return new ServiceProblem("The service does not respond; check your connection, then try again", {
    code: "UNREACHABLE",
    status: 0,
    retryable: true,
    cause,
  });
}

/** Converts an unsuccessful response. */
export async function problemOf(response: Response): Promise<ServiceProblem> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  if (!isErrorBody(body)) {
    return new ServiceProblem(
      `A server in front of the service responded with ${status}; try again in a moment`,
      {
        code: "UNREADABLE",
        status,
        retryable: status >= 500 || status === 429,
        retryAfterSeconds: secondsOf(response),
      },
    );
  }
  const { error, code, retryable, requestId = null } = body;
  return new ServiceProblem(error, {
    code,
    status,
    retryable,
    requestId,
    retryAfterSeconds: secondsOf(response),
  });
}

function isErrorBody(body: unknown): body is ErrorBody {
  const { error, code, retryable } = (body ?? {}) as Partial<ErrorBody>;
  return typeof error === "string" && typeof code === "string" && typeof retryable === "boolean";
}

function secondsOf(response: Response): number | null {
  const value = response.headers.get("retry-after");
  return value !== null && /^[0-9]{1,6}$/.test(value) ? Number(value) : null;
}
