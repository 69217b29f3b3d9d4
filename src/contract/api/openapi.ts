/** The OpenAPI 3.1 document, derived from the table of operations. */
import type { z } from "zod";
import { type ErrorCode, errorTable } from "./errors.ts";
import { exportMedia } from "./exports.ts";
import { componentSchemas, inlineSchema, type JsonSchema, schemaReferences } from "./openapi-schemas.ts";
import { type Operation, operationList } from "./operations.ts";

export interface OpenApiOptions {
  /** Prefix of the scopes: `<service>:read`. */
  service?: string;
}

export type OpenApiDocument = { openapi: string; paths: Record<string, unknown> } & Record<string, unknown>;

const rateFields = {
  RateLimit: { $ref: "#/components/headers/RateLimit" },
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
};

/** Errors implied by an operation's columns, and those it declares. */
function errorsOf(operation: Operation): ErrorCode[] {
  const { request, scope } = operation;
  // Every operation refuses callers that sent too many bad tokens.
  const codes = new Set<ErrorCode>(["UNAUTHORIZED", "RATE_LIMITED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"]);
  if (scope !== "any") codes.add("FORBIDDEN");
  if (request.params || request.query || request.body) codes.add("INVALID_QUERY");
  if (request.body) {
    for (const code of [
      "INVALID_JSON",
      "BAD_REQUEST",
      "PAYLOAD_TOO_LARGE",
      "UNSUPPORTED_MEDIA_TYPE",
    ] as const) {
      codes.add(code);
    }
  }
  for (const code of operation.errors) codes.add(code);
  return [...codes];
}

function errorResponses(operation: Operation): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, codes]) => {
    const examples = codes.map((code) => [
      code,
      {
        value: {
          error: errorTable[code].condition,
          code,
          retryable: errorTable[code].retryable,
          ...(status >= 500 && { requestId: "0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a11" }),
        },
      },
    ]);
    return [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorTable[code].condition}`).join(" "),
        ...(status === 429 && {
          headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" }, ...rateFields },
        }),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            examples: Object.fromEntries(examples),
          },
        },
      },
    ];
  });
  return Object.fromEntries(responses);
}

function parameters(place: "path" | "query", schema: z.ZodType | undefined): unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inlineSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function headersOf({ limitGroup, repeats }: Operation): { headers?: Record<string, unknown> } {
  const headers = {
    ...(limitGroup !== null && rateFields),
    ...(repeats && { ETag: { $ref: "#/components/headers/ETag" } }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

interface DocumentContext {
  service: string;
  /** Of bodies and responses. */
  schemas: Map<z.ZodType, JsonSchema>;
}

function pathItem(operation: Operation, { service, schemas }: DocumentContext): Record<string, unknown> {
  const { request, scope, example } = operation;
  const all = [
    ...parameters("path", request.params),
    ...parameters("query", request.query),
    ...(operation.repeats ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
  ];
  const needs = scope === "any" ? "Requires any valid token." : `Requires the scope \`${service}:${scope}\`.`;
  return {
    operationId: operation.id,
    tags: [operation.topic],
    summary: operation.summary,
    description: `${operation.description}\n\n${needs}`,
    security: [{ bearer: scope === "any" ? [] : [`${service}:${scope}`] }],
    ...(all.length > 0 && { parameters: all }),
    ...(request.body && {
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: schemas.get(request.body), ...(example && { example }) },
        },
      },
    }),
    responses: {
      [String(operation.successStatus)]: {
        description: "Success",
        ...headersOf(operation),
        content: Object.fromEntries(
          mediaOf(operation).map((media) => [media, { schema: schemas.get(operation.response) }]),
        ),
      },
      ...(operation.repeats && { "304": { description: "Unchanged", ...headersOf(operation) } }),
      ...errorResponses(operation),
    },
  };
}

const mediaOf = ({ file }: Operation): string[] =>
  file === undefined ? ["application/json"] : Object.values(exportMedia);

/** `/archives/:documentId` in OpenAPI syntax. */
const templated = (path: string): string => path.replaceAll(/:(\w+)/g, "{$1}");

export function buildOpenApi({ service = "priorart" }: OpenApiOptions = {}): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  const bodies = operationList.flatMap(({ request, response }) => [request.body ?? [], response].flat());
  const schemas = schemaReferences(bodies);
  for (const operation of operationList) {
    const path = templated(operation.path);
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: pathItem(operation, { service, schemas }),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Prior Art",
      version: "1",
      description: "Research over hackathon projects and an archive of documents.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    tags: [...new Set(operationList.map(({ topic }) => topic))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A personal access token." },
      },
      parameters: {
        IfNoneMatch: {
          name: "If-None-Match",
          in: "header",
          required: false,
          description:
            "The ETag of an earlier response; while nothing has changed, the response is 304 without a body.",
          schema: { type: "string" },
        },
      },
      headers: {
        ETag: {
          description: "Changes with the response.",
          schema: { type: "string", examples: ['W/"mZ3vRk1c0Vw8u1nq5f2fAQ"'] },
        },
        RetryAfter: {
          description: "Whole seconds to wait, at least 1.",
          schema: { type: "integer", minimum: 1 },
        },
        RateLimit: {
          description: "Requests left in this window, and the seconds until it ends.",
          schema: { type: "string", examples: ['"search";r=29;t=60'] },
        },
        RateLimitPolicy: {
          description: "The quota and its window in seconds.",
          schema: { type: "string", examples: ['"search";q=30;w=60'] },
        },
      },
      schemas: componentSchemas(),
    },
  };
}
