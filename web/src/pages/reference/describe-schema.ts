/** Describes a JSON Schema in words. */
import type { Resolve, Schema } from "./openapi-document.ts";

/** A field of an object, or a part of a list or choice. */
export interface Child {
  name: string;
  required: boolean;
  schema: Schema;
}

const alternativesOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];
const isNull = ({ type, const: value }: Schema) => type === "null" || value === null;

/** The schema without the alternative null. */
function withoutNull(schema: Schema, resolve: Resolve): { schema: Schema; nullable: boolean } {
  const alternatives = alternativesOf(schema);
  const others = alternatives.filter((one) => !isNull(one));
  if (others.length === alternatives.length) return { schema, nullable: false };
  const { anyOf: _, oneOf: __, ...beside } = schema;
  if (others.length === 1) return { schema: { ...resolve(others[0]!), ...beside }, nullable: true };
  return { schema: { ...beside, anyOf: others }, nullable: true };
}

/** Such as `list of strings` or `integer or null`. */
export function typeOf(given: Schema, resolve: Resolve): string {
  const { schema, nullable } = withoutNull(resolve(given), resolve);
  return nullable ? `${plainType(schema, resolve)} or null` : plainType(schema, resolve);
}

function plainType(schema: Schema, resolve: Resolve): string {
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    const types = [...new Set(alternatives.map((one) => typeOf(one, resolve)))];
    return types.length === 1 ? types[0]! : types.join(" or ");
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array")
    return `list of ${schema.items ? pluralOf(typeOf(schema.items, resolve)) : "anything"}`;
  if (schema.type === undefined) return schema.enum ? "string" : "anything";
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return schema.format === "uuid" || schema.format === "guid" ? "UUID" : schema.type;
}

/** `strings or null` of `string or null`; what is no type's name stays. */
const pluralOf = (type: string): string =>
  type
    .split(" or ")
    .map((one) => one.replace(/^(?:array|boolean|integer|list|number|object|string|UUID)\b/, "$&s"))
    .join(" or ");

/** Beyond these, a bound is only that of the number format. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function range(unit: string, least: number | undefined, most: number | undefined): string[] {
  const [min, max] = [isBound(least) ? least : undefined, isBound(most) ? most : undefined];
  const after = unit === "" ? "" : ` ${unit}`;
  if (min !== undefined && max !== undefined)
    return [min === max ? `${min}${after}` : `${min} to ${max}${after}`];
  if (max !== undefined) return [`at most ${max}${after}`];
  return min !== undefined && (min > 0 || unit === "") ? [`at least ${min}${after}`] : [];
}

/** Bounds, allowed values and the default. */
export function rulesOf(given: Schema, resolve: Resolve): string[] {
  const { schema } = withoutNull(resolve(given), resolve);
  const items = schema.items ? withoutNull(resolve(schema.items), resolve).schema : {};
  const values = schema.enum ?? items.enum ?? resolve(schema.propertyNames ?? {}).enum;
  return [
    ...range("characters", schema.minLength, schema.maxLength),
    ...range("", schema.minimum, schema.maximum),
    ...range("items", schema.minItems, schema.maxItems),
    ...(values ? [`one of ${values.map((value) => JSON.stringify(value)).join(", ")}`] : []),
    ...(schema.additionalProperties === false ? ["no other fields"] : []),
    ...(schema.default !== undefined ? [`default ${JSON.stringify(schema.default)}`] : []),
  ];
}

/** Parts of the schema to show below it; none of a plain value. */
export function childrenOf(given: Schema, resolve: Resolve): Child[] {
  const { schema } = withoutNull(resolve(given), resolve);
  if (schema.items) return childrenOf(schema.items, resolve);
  const alternatives = alternativesOf(schema).filter((one) => childrenOf(one, resolve).length > 0);
  if (alternatives.length > 0)
    return alternatives.map((one, at) => ({ name: `form ${at + 1}`, required: false, schema: one }));
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    schema: field,
  }));
  if (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0)
    fields.push({ name: "any name", required: false, schema: additionalProperties });
  return fields;
}
