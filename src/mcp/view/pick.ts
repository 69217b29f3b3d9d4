/** Selects fields by paths, from values and from their JSON Schemas alike. */
import type { Json } from "../tool.ts";

/** Selected fields by name; `true`: all below it. */
export type FieldSelection = { [name: string]: FieldSelection | true };

export function selectionOf(paths: readonly string[]): FieldSelection {
  const selection: FieldSelection = {};
  for (const path of paths) {
    let at = selection;
    const names = path.split(".");
    const last = names.pop()!;
    for (const name of names) {
      const below = at[name];
      if (below === true) break;
      at = at[name] = below ?? {};
    }
    at[last] = true;
  }
  return selection;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const below = (selection: FieldSelection, name: string) => selection[name] ?? selection["*"];

/** Lists are looked through. */
export function pick(value: unknown, selection: FieldSelection | true): unknown {
  if (selection === true) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, selection));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const selected = below(selection, name);
      return selected === undefined ? [] : [[name, pick(member, selected)]];
    }),
  );
}

/** The schema of what `pick` returns. Other fields may be added to it. */
export function pickSchema(schema: Json, selection: FieldSelection | true): Json {
  if (selection === true) return schema;
  const picked: Json = { ...schema };
  if (isObject(schema.items)) picked.items = pickSchema(schema.items, selection);
  if (Array.isArray(schema.anyOf)) picked.anyOf = schema.anyOf.map((one: Json) => pickSchema(one, selection));
  if (isObject(schema.additionalProperties) && selection["*"])
    picked.additionalProperties = pickSchema(schema.additionalProperties, selection["*"]);
  if (isObject(schema.properties)) {
    picked.properties = Object.fromEntries(
      Object.entries(schema.properties).flatMap(([name, member]) => {
        const selected = below(selection, name);
        return selected === undefined ? [] : [[name, pickSchema(member as Json, selected)]];
      }),
    );
    if (Array.isArray(schema.required))
      picked.required = schema.required.filter((name: string) => below(selection, name) !== undefined);
  }
  return picked;
}
