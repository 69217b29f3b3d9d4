/** The parts of the OpenAPI document that the reference shows. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  tags: { name: string }[];
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
}

export interface ResponseEntry {
  status: string;
  description: string;
  /** By media type. */
  bodies: { type: string; schema: Schema | null }[];
}

export interface OperationEntry {
  id: string;
  method: "GET" | "POST";
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  summary: string;
  /** Paragraphs. */
  description: string[];
  parameters: Parameter[];
  body: { schema: Schema | null; example: unknown } | null;
  responses: ResponseEntry[];
}

export interface Topic {
  name: string;
  operations: OperationEntry[];
}

export function topicsOf(document: OpenApiDocument): Topic[] {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      topic: operation.tags[0] ?? "Other",
      entry: entryOf(document, { path, method, operation }),
    })),
  );
  return document.tags.map(({ name }) => ({
    name,
    operations: entries.filter(({ topic }) => topic === name).map(({ entry }) => entry),
  }));
}

function entryOf(
  document: OpenApiDocument,
  { path, method, operation }: { path: string; method: string; operation: OperationObject },
): OperationEntry {
  const json = operation.requestBody?.content["application/json"];
  return {
    id: operation.operationId,
    method: method === "post" ? "POST" : "GET",
    path,
    summary: operation.summary,
    description: operation.description.split("\n\n"),
    parameters: (operation.parameters ?? []).flatMap((one) => parameterOf(document, one)),
    body: json ? { schema: json.schema ?? null, example: json.example ?? {} } : null,
    responses: Object.entries(operation.responses).map(([status, { description, content = {} }]) => ({
      status,
      description,
      bodies: Object.entries(content).map(([type, { schema }]) => ({ type, schema: schema ?? null })),
    })),
  };
}

function parameterOf(document: OpenApiDocument, given: Parameter | { $ref: string }): Parameter[] {
  if (!("$ref" in given)) return [given];
  const found = document.components.parameters?.[given.$ref.split("/").at(-1) ?? ""];
  return found ? [found] : [];
}

export type Resolve = (schema: Schema) => Schema;

/** Replaces a reference by what it refers to; what is beside the reference takes precedence. */
export function resolverOf({ components }: OpenApiDocument): Resolve {
  const resolve: Resolve = ({ $ref, ...beside }) => {
    if ($ref === undefined) return beside;
    const target = components.schemas[$ref.split("/").at(-1) ?? ""];
    return target ? { ...resolve(target), ...beside } : beside;
  };
  return resolve;
}
