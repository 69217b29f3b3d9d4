/** The generated files of packages/client: the table of its methods and their types, from the table of operations. */
import { errorTable } from "../../src/contract/api/errors.ts";
import {
  componentSchemas,
  inlineSchema,
  type JsonSchema,
  schemaReferences,
} from "../../src/contract/api/openapi-schemas.ts";
import { type Operation, operationList } from "../../src/contract/api/operations.ts";
import { componentOf, type Direction, declaration } from "./schema-types.ts";

const header = "/** Generated from the contract by scripts/client.ts; do not edit. */";

const components = componentSchemas();
const schemas = schemaReferences(
  operationList.flatMap(({ request, response }) => [request.body ?? [], response].flat()),
);

/** The components that a schema refers to, directly or not. */
function reachable(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key !== "$ref") reachable(value, found);
    else if (!found.has(componentOf(value as string))) {
      found.add(componentOf(value as string));
      reachable(components[componentOf(value as string)], found);
    }
  }
  return found;
}

/** The fields of params, query and body in one object. */
function requestSchema({ request }: Operation): JsonSchema {
  const { params, query, body } = request;
  if (body) {
    if (params || query) throw new Error("An operation with a body has no other fields");
    return schemas.get(body)!;
  }
  const parts = [params, query].flatMap((part) => (part ? [inlineSchema(part)] : []));
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (required as string[] | undefined) ?? []),
  };
}

const capitalized = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** The name of a schema's type; one without a name in the OpenAPI document is declared here. */
function named(schema: JsonSchema, name: string): { type: string; own: JsonSchema | null } {
  const { $ref, type, properties } = schema as { $ref?: string; type?: string; properties?: object };
  if ($ref !== undefined) return { type: componentOf($ref), own: null };
  if (type === "string") return { type: "string", own: null };
  if (properties && Object.keys(properties).length === 0) return { type: "NoFields", own: null };
  return { type: name, own: schema };
}

const shapes = operationList.map((operation) => {
  const request = requestSchema(operation);
  const response = schemas.get(operation.response)!;
  return {
    operation,
    request: { schema: request, ...named(request, `${capitalized(operation.id)}Request`) },
    response: { schema: response, ...named(response, `${capitalized(operation.id)}Response`) },
  };
});

/** Whether every field may be left out. */
function allOptional({ schema, type }: { schema: JsonSchema; type: string }): boolean {
  const { required = [] } = (components[type] ?? schema) as { required?: string[] };
  return required.length === 0;
}

function method({ operation, request, response }: (typeof shapes)[number]): string {
  const { id, summary, description } = operation;
  const input = `input${allOptional(request) ? "?" : ""}: ${request.type}`;
  return [
    `  /** ${summary}. ${description.replaceAll("*/", "* /")} */`,
    `  ${id}(${input}, options?: CallOptions): Promise<${response.type}>;`,
  ].join("\n");
}

function typesFile(): string {
  const inRequests = reachable(shapes.map(({ request }) => request.schema));
  const inResponses = reachable(shapes.map(({ response }) => response.schema));
  const both = [...inRequests].filter((name) => inResponses.has(name));
  if (both.length > 0) throw new Error(`${both.join(", ")}: in requests and in responses; name them apart`);
  const direction = (name: string): Direction => (inRequests.has(name) ? "request" : "response");
  const declarations = [
    ...Object.entries(components)
      .filter(([name]) => inRequests.has(name) || inResponses.has(name))
      .map(([name, schema]) => declaration(name, schema, direction(name))),
    ...shapes.flatMap(({ request: { type, own } }) => (own ? [declaration(type, own, "request")] : [])),
    ...shapes.flatMap(({ response: { type, own } }) => (own ? [declaration(type, own, "response")] : [])),
  ];
  const codes = Object.entries(errorTable).map(
    ([code, { condition }]) => `  /** ${condition} */\n  | "${code}"`,
  );
  const pairs = shapes.map(
    ({ operation, request, response }) =>
      `  ${operation.id}: { request: ${request.type}; response: ${response.type} };`,
  );
  return `${[
    header,
    'import type { CallOptions } from "../options.ts";',
    "/** The request of an operation that takes no fields. */\nexport type NoFields = Record<string, never>;",
    `/** Codes of the service's errors. */\nexport type ServiceErrorCode =\n${codes.join("\n")};`,
    ...declarations,
    `/** Request and response of each operation. */\nexport interface OperationTypes {\n${pairs.join("\n")}\n}`,
    `/** One method per operation. */\nexport interface Methods {\n${shapes.map(method).join("\n")}\n}`,
  ].join("\n\n")}\n`;
}

/** `once`: must not be sent again when it is unknown whether it arrived. */
function routesFile(): string {
  const rows = operationList.map(({ id, method, path, file, successStatus }) => {
    const facts = [
      ...(file === undefined ? [] : ["text: true"]),
      ...(successStatus === 201 ? ["once: true"] : []),
    ];
    return `  ${id}: { ${[`method: "${method}"`, `path: "${path}"`, ...facts].join(", ")} },`;
  });
  return `${header}
import type { Route } from "../request.ts";
import type { OperationTypes } from "./types.ts";

export const routes: Record<keyof OperationTypes, Route> = {
${rows.join("\n")}
};
`;
}

/** The greatest page that each operation with pages returns. */
function pageSizesFile(): string {
  const greatest = (id: string, field: string): number => {
    const { request } = shapes.find(({ operation }) => operation.id === id)!;
    const schema = components[request.type] ?? request.schema;
    return (schema.properties as Record<string, { maximum: number }>)[field]!.maximum;
  };
  const rows = [
    ["searchProjects", "limit"],
    ["searchArchives", "limit"],
    ["readDocument", "maxChars"],
  ].map(([id, field]) => `  ${id}: ${greatest(id!, field!)},`);
  return `${header}

/** Results, or characters, of the largest page. */
export const maxPage = {
${rows.join("\n")}
};
`;
}

/** The text of each file, by its name in packages/client/src/generated. */
export const clientFiles = (): Record<string, string> => ({
  "greatest-page.ts": pageSizesFile(),
  "routes.ts": routesFile(),
  "types.ts": typesFile(),
});
