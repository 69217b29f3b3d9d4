/** The JSON Schema of a tool's answer, from the responses of its operations. */
import { inlineSchema } from "../contract/api/openapi-schemas.ts";
import { operations } from "../contract/api/operations.ts";
import type { Json, Tool } from "./tool.ts";
import { pickSchema, selectionOf } from "./view/pick.ts";

/** What every answer may have in addition. */
const common = {
  nextCursor: { type: "string", description: "where the answer continues; absent at its end" },
  omitted: {
    type: "object",
    additionalProperties: { type: "integer" },
    description: "items left out of lists, by their path",
  },
  warnings: { type: "array", items: { type: "string" }, description: "names that match nothing" },
};

/** What values of either schema satisfy: every field, required where both require it. */
function either(a: Json, b: Json): Json {
  const properties = { ...(a.properties as Record<string, Json>), ...(b.properties as Record<string, Json>) };
  for (const [name, one] of Object.entries((a.properties ?? {}) as Record<string, Json>)) {
    const other = (b.properties as Record<string, Json> | undefined)?.[name];
    if (other) properties[name] = either(one, other);
  }
  const required = ((a.required ?? []) as string[]).filter((name) =>
    (b.required as string[])?.includes(name),
  );
  return {
    ...a,
    ...(a.properties !== undefined && { properties, required }),
    ...(a.items !== undefined &&
      b.items !== undefined && { items: either(a.items as Json, b.items as Json) }),
  };
}

/** The fields shown by default; an answer with more detail has more of them. */
export function outputSchema(tool: Tool): Json & { type: "object" } {
  const { pages, writes } = tool;
  const selection = selectionOf(tool.shown);
  const schemas = tool.operations.map((id) => pickSchema(inlineSchema(operations[id].response), selection));
  const { properties, required = [] } = schemas.reduce(either) as { properties: Json; required?: string[] };
  const { nextCursor, ...others } = common;
  return {
    type: "object",
    properties: {
      ...properties,
      ...(pages && { nextCursor }),
      ...(!writes && others),
    },
    // The own arguments may leave out any list of the response.
    ...(required.length > 0 && !tool.narrow && { required }),
  };
}
