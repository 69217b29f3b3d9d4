/** An entry of the table of operations. */

import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";

/** Operations of one group share one counter per account; null: not rate-limited. */
export type LimitGroup = "search" | "analysis" | "me" | "suggestions" | "feedback";
/** `any`: every valid token; otherwise the token needs the scope `<service>:<scope>`. */
export type OperationScope = "any" | "read" | "me";

/** Section of the documentation. */
export type OperationTopic =
  | "Account"
  | "Projects"
  | "Analysis"
  | "Archive"
  | "Filter values"
  | "Feedback"
  | "Hackathons";

export interface Operation {
  id: string;
  topic: OperationTopic;
  method: "GET" | "POST";
  /** Below `/api/v1`, with `:name` for a parameter that is one whole segment. */
  path: `/${string}`;
  scope: OperationScope;
  limitGroup: LimitGroup | null;
  /** Data source: only the published snapshot, or the databases of records and accounts. */
  answeredFrom: "snapshot" | "databases";
  /**
   * The same request mostly has the same response: it has an ETag, and a client that sends it in `If-None-Match` gets
   * 304 while nothing has changed.
   */
  repeats?: true;
  /** Whether it takes one of the account's concurrency slots. */
  concurrencyLimited: boolean;
  request: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  response: z.ZodType;
  /**
   * The response is a file of this name, without extension, that is streamed as CSV or as JSON Lines, as the request's
   * `format` says; `response` is the schema of its text.
   */
  file?: string;
  successStatus: 200 | 201;
  summary: string;
  description: string;
  /** Errors of this operation in addition to those implied by the columns above. */
  errors: readonly ErrorCode[];
  /** Example body (POST) for the documentation. */
  example?: Record<string, unknown>;
}

type Parsed<Request, Part extends string> =
  Request extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : unknown;
type Given<Request, Part extends string> =
  Request extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : unknown;

/** Params, query and body of a validated request, merged into one object. */
export type ParsedRequest<Request> = Parsed<Request, "params"> &
  Parsed<Request, "query"> &
  Parsed<Request, "body">;
/** The same before validation, as the caller writes it. */
export type GivenRequest<Request> = Given<Request, "params"> &
  Given<Request, "query"> &
  Given<Request, "body">;
