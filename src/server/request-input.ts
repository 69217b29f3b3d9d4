/** Path values, query string and body of one request, checked by the operation's schemas and merged. */
import { ApiError } from "../contract/api/errors.ts";
import type { Operation } from "../contract/api/operations.ts";
import { parseRequest } from "../contract/api/validation.ts";
import type { ServerContext } from "./context.ts";
import { maxBodyBytes, readJson } from "./request-body.ts";

/** What of an operation says where its input stands. */
type InputPlaces = Pick<Operation, "method" | "path" | "request">;

/**
 * Decoded here, once, from the path as it was sent: a router's own decoding is lenient, and a slug may hold
 * anything, an encoded slash included. Paths align at their ends, whatever stands before.
 */
function pathValues(context: ServerContext, operation: InputPlaces): Record<string, string> {
  const template = operation.path.split("/");
  const sent = new URL(context.req.url).pathname.split(/\/+/).slice(-template.length);
  const values: Record<string, string> = {};
  template.forEach((segment, index) => {
    if (!segment.startsWith(":")) return;
    const name = segment.slice(1);
    try {
      values[name] = decodeURIComponent(sent[index] ?? "");
    } catch {
      throw new ApiError(
        "INVALID_QUERY",
        `${name}: malformed percent-encoding in the path; encode it as UTF-8`,
      );
    }
  });
  return values;
}

/** A parameter given once is a string, one given more often a list: the schema says which it wants. */
function queryValues(context: ServerContext): Record<string, string | string[]> {
  const given = Object.entries(context.req.queries());
  return Object.fromEntries(
    given.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** The order matters: a body's media, size and JSON come before any schema. */
export async function requestInput(
  context: ServerContext,
  operation: InputPlaces,
  maxBytes: number = maxBodyBytes,
): Promise<object> {
  const { params, query, body } = operation.request;
  const json = operation.method === "POST" ? await readJson(context, maxBytes) : undefined;
  return {
    ...(params && (parseRequest(params, pathValues(context, operation)) as object)),
    ...(query && (parseRequest(query, queryValues(context)) as object)),
    ...(body && (parseRequest(body, json) as object)),
  };
}
