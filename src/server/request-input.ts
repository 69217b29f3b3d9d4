/** Parses path values, query string and body of a request with the operation's schemas, and merges them. */
import { ApiError } from "../contract/api/errors.ts";
import type { Operation } from "../contract/api/operations.ts";
import { parseRequest } from "../contract/api/validation.ts";
import type { ServerContext } from "./context.ts";
import { maxBodyBytes, readJson } from "./request-body.ts";

/** The fields of an operation that determine where its input is. */
type InputPlaces = Pick<Operation, "method" | "path" | "request">;

/**
 * Decoded here, once, from the raw path: a router's own decoding is lenient, and a slug may contain any character,
 * even an encoded slash. Segments are matched from the end, whatever the prefix.
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

/** A parameter given once is a string, a repeated one a list: the schema decides which it accepts. */
function queryValues(context: ServerContext): Record<string, string | string[]> {
  const given = Object.entries(context.req.queries());
  return Object.fromEntries(
    given.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

/** The order matters: media type, size and JSON of the body are checked before any schema. */
export async function requestInput(
  context: ServerContext,
  operation: InputPlaces,
  { maxBytes = maxBodyBytes, hasJson = operation.method === "POST" } = {},
): Promise<object> {
  const { params, query, body } = operation.request;
  const json = hasJson ? await readJson(context, maxBytes) : undefined;
  return {
    ...(params && (parseRequest(params, pathValues(context, operation)) as object)),
    ...(query && (parseRequest(query, queryValues(context)) as object)),
    ...(body && (parseRequest(body, json) as object)),
  };
}
