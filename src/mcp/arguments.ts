/** The arguments of a tool: those of its operations, its own, and the common ones. */
import { z } from "zod";
import { ApiError } from "../contract/api/errors.ts";
import { inlineSchema } from "../contract/api/openapi-schemas.ts";
import { type Operation, operations } from "../contract/api/operations.ts";
import { parseRequest } from "../contract/api/validation.ts";
import { nearestNames } from "../contract/values/nearest-names.ts";
import type { Json, Tool } from "./tool.ts";

const detail = z
  .enum(["brief", "full"])
  .default("brief")
  .describe("full: every field and longer texts, up to 10,000 tokens instead of 2,000");
const cursor = z
  .string()
  .min(1)
  .optional()
  .describe("nextCursor of the previous answer, with all other arguments unchanged");

/** The arguments that no operation has. */
function ownSchema({ ownArguments, pages }: Tool) {
  return z.object({ ...ownArguments, detail, ...(pages && { cursor }) });
}

const partsOf = ({ request }: Operation): z.ZodType[] =>
  [request.params, request.query, request.body].filter((schema) => schema !== undefined);

interface Fields {
  properties: Record<string, Json>;
  required: string[];
}

/** Params, query and body as one object. */
function fieldsOf(operation: Operation): Fields {
  const schemas = partsOf(operation).map((part) => inlineSchema(part) as unknown as Partial<Fields>);
  return {
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
    required: schemas.flatMap(({ required }) => required ?? []),
  };
}

/** The JSON Schema of a tool's arguments. */
function buildInputSchema(tool: Tool): Json & { type: "object" } {
  const all = tool.operations.map((id) => fieldsOf(operations[id]));
  const properties: Record<string, Json> = Object.assign(
    {},
    ...all.toReversed().map((one) => one.properties),
    inlineSchema(ownSchema(tool)).properties,
  );
  // The cursor replaces it.
  if (tool.pages?.offset) delete properties.offset;
  for (const [name, value] of Object.entries(tool.defaults ?? {}))
    properties[name] = { ...properties[name], default: value };
  const required = all[0]!.required.filter((name) => all.every((one) => one.required.includes(name)));
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

export interface CheckedArguments {
  /** The tool's own arguments, defaults included. */
  own: { detail: "brief" | "full"; cursor?: string } & Json;
  /** Fields for the operation, as the caller wrote them. */
  given: Json;
}

/**
 * Checks the names, and the tool's own arguments. The operation checks the rest. Null means not given: hosts that
 * demand every argument send it for those left out. Throws ApiError.
 */
export function checkArguments(tool: Tool, all: Json): CheckedArguments {
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const known = Object.keys(inputSchema(tool).properties as Json);
  const unknown = Object.keys(sent).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const points = unknown.slice(0, 5).map((name) => unknownArgument(name, known));
    throw new ApiError("INVALID_QUERY", `${points.join("; ")} (arguments: ${known.join(", ")})`);
  }
  const schema = ownSchema(tool);
  const own = parseRequest(schema, sent) as CheckedArguments["own"];
  const given = Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in schema.shape)));
  return { own, given: { ...tool.defaults, ...given } };
}

function unknownArgument(name: string, known: readonly string[]): string {
  const [nearest] = nearestNames(name, known, 1);
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return `${shown}: unknown argument${nearest === undefined ? ", remove it" : `; did you mean "${nearest}"?`}`;
}

/** Built once for each tool: converting a schema takes milliseconds. */
const builtSchemas = new WeakMap<Tool, ReturnType<typeof buildInputSchema>>();

export function inputSchema(tool: Tool): ReturnType<typeof buildInputSchema> {
  const schema = builtSchemas.get(tool) ?? buildInputSchema(tool);
  builtSchemas.set(tool, schema);
  return schema;
}

/** The fields as the operation expects them: a number becomes text where it is read from the query string. */
export function requestOf(tool: Tool, operation: Operation, given: Json): Json {
  const query = operation.request.query;
  const properties = inputSchema(tool).properties as Record<string, Json>;
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  // A number where text is expected stays one, and is refused.
  const isNumberAsText = (name: string) => names.includes(name) && properties[name]?.type !== "string";
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      isNumberAsText(name) && typeof value === "number" ? String(value) : value,
    ]),
  );
}
