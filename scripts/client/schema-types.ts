/** TypeScript types of the contract's JSON Schemas. Throws for a keyword that it does not know. */
import type { JsonSchema } from "../../src/contract/api/openapi-schemas.ts";

/**
 * `request`: optional fields may be given as undefined, which is not sent, and lists may be read-only. `response`:
 * exactly what JSON contains.
 */
export type Direction = "request" | "response";

interface Place {
  direction: Direction;
  /** Spaces before the line that the type begins on. */
  indent: number;
}

const known = new Set([
  ...["$ref", "additionalProperties", "anyOf", "const", "default", "description", "enum", "format", "items"],
  ...["maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "pattern", "properties"],
  ...["propertyNames", "required", "type"],
]);

const scalars: Record<string, string> = {
  boolean: "boolean",
  integer: "number",
  null: "null",
  number: "number",
  string: "string",
};

export const componentOf = (reference: string): string => reference.slice("#/components/schemas/".length);

const union = (types: readonly string[]) => [...new Set(types)].join(" | ");
const literals = (values: readonly unknown[]) => union(values.map((value) => JSON.stringify(value)));

/** The type as TypeScript text, of several lines for an object. */
export function typeText(schema: JsonSchema, place: Place): string {
  for (const keyword of Object.keys(schema))
    if (!known.has(keyword)) throw new Error(`Teach scripts/client/schema-types.ts the keyword ${keyword}`);
  const { $ref, anyOf, type } = schema as { $ref?: string; anyOf?: JsonSchema[]; type?: string | string[] };
  if ($ref !== undefined) return componentOf($ref);
  if (anyOf) return union(anyOf.map((one) => typeText(one, place)));
  if ("const" in schema) return literals([schema.const]);
  if (schema.enum) return literals(schema.enum as unknown[]);
  if (Array.isArray(type)) return union(type.map((one) => typeText({ ...schema, type: one }, place)));
  if (type === undefined) return "unknown";
  if (type === "array") return listText(schema, place);
  if (type === "object") return schema.properties ? objectText(schema, place) : recordText(schema, place);
  return scalars[type]!;
}

function listText({ items }: JsonSchema, place: Place): string {
  const item = typeText(items as JsonSchema, place);
  const text = /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
  if (place.direction === "response") return text;
  return text.endsWith("[]") ? `readonly ${text}` : `Readonly${text}`;
}

/** Where the keys are listed, any of them may be missing. */
function recordText({ propertyNames, additionalProperties }: JsonSchema, place: Place): string {
  const value = typeText((additionalProperties ?? {}) as JsonSchema, place);
  const { enum: keys } = (propertyNames ?? {}) as { enum?: string[] };
  return keys ? `Partial<Record<${literals(keys)}, ${value}>>` : `Record<string, ${value}>`;
}

function objectText(schema: JsonSchema, { direction, indent }: Place): string {
  const { properties, required = [] } = schema as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  const pad = " ".repeat(indent + 2);
  const lines = Object.entries(properties).flatMap(([name, field]) => {
    const isOptional = !required.includes(name);
    const type = typeText(field, { direction, indent: indent + 2 });
    const undefinable = isOptional && direction === "request" ? " | undefined" : "";
    const doc = docText(field, direction);
    return [
      ...(doc === "" ? [] : [`${pad}/** ${doc} */`]),
      `${pad}${name}${isOptional ? "?" : ""}: ${type}${undefinable};`,
    ];
  });
  return `{\n${lines.join("\n")}\n${" ".repeat(indent)}}`;
}

/** The description, and for requests the bounds and the default. */
function docText(schema: JsonSchema, direction: Direction): string {
  const { description } = schema as { description?: string };
  const facts = direction === "request" ? boundsOf(schema) : [];
  return [...(description === undefined ? [] : [description]), ...facts].join("; ").replaceAll("*/", "* /");
}

function boundsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, maxLength, maxItems } = schema as Record<string, number | undefined>;
  const range = (unit: string, most: number | undefined) =>
    most === undefined ? [] : [`at most ${most}${unit}`];
  const greatest = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const numbers =
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && greatest !== undefined
      ? [`${minimum} to ${greatest}`]
      : range("", greatest);
  const fallback = "default" in schema ? [`default ${JSON.stringify(schema.default)}`] : [];
  return [...numbers, ...range(" characters", maxLength), ...range(" items", maxItems), ...fallback];
}

/** A declaration of the type under its name. */
export function declaration(name: string, schema: JsonSchema, direction: Direction): string {
  const text = typeText(schema, { direction, indent: 0 });
  const { description } = schema as { description?: string };
  const doc = description === undefined ? "" : `/** ${description.replaceAll("*/", "* /")} */\n`;
  return `${doc}export ${text.startsWith("{") ? `interface ${name} ${text}` : `type ${name} = ${text};`}`;
}
