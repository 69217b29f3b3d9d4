/** Calls a tool: checks the arguments, executes the operation, presents the response. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { ApiError } from "../contract/api/errors.ts";
import { operations } from "../contract/api/operations.ts";
import { checkArguments, requestOf } from "./arguments.ts";
import type { KnownNames } from "./known-names.ts";
import type { McpPort } from "./port.ts";
import { present, startOf } from "./present.ts";
import type { Json, Tool } from "./tool.ts";
import { renderText } from "./view/render-text.ts";

export interface CallContext {
  port: McpPort;
  names: KnownNames;
  signal: AbortSignal;
  /** Receives errors that are not for the caller. */
  onProblem(error: unknown): void;
}

/** Errors are results too: the agent reads them, and can send something else. */
export async function callTool(tool: Tool, sent: Json, context: CallContext): Promise<CallToolResult> {
  try {
    const answer = await answerOf(tool, sent, context);
    return { content: [{ type: "text", text: renderText(answer) }], structuredContent: answer };
  } catch (error) {
    return {
      isError: true,
      content: [{ type: "text", text: await explain(error, { tool, sent, context }) }],
    };
  }
}

async function answerOf(tool: Tool, sent: Json, { port, names, signal }: CallContext): Promise<Json> {
  const args = checkArguments(tool, sent);
  const start = startOf(tool, args);
  const { own, given } = args;
  const operation = operations[tool.choose?.({ ...own, ...given }) ?? tool.operations[0]];
  const request = requestOf(tool, operation, {
    ...given,
    ...(start > 0 && tool.pages?.offset && { offset: start }),
  });
  const answer = (await port.execute(operation.id, request, signal)) as Json;
  const presented = present(tool, args, { answer, start });
  if (tool.writes) return presented;
  const warnings = await names.unknownNames(port, request, signal).catch(() => []);
  return warnings.length === 0 ? presented : { ...presented, warnings };
}

interface FailedCall {
  tool: Tool;
  sent: Json;
  context: CallContext;
}

/** What is wrong, and what to send instead. */
async function explain(error: unknown, call: FailedCall): Promise<string> {
  const { tool, sent, context } = call;
  if (!(error instanceof ApiError) || error.status >= 500) context.onProblem(error);
  if (!(error instanceof ApiError)) return "INTERNAL_ERROR: Something went wrong in the service; try again.";
  const advice = await adviceFor(error, { tool, sent, context }).catch(() => []);
  return [`${error.code}: ${error.message}`, ...advice].join("\n");
}

/** A message about the field that names the record. */
const recordField = /^(?:slug|documentId|key|id): /;

async function adviceFor(error: ApiError, { tool, sent, context }: FailedCall): Promise<string[]> {
  const { port, names, signal } = context;
  if (error.code === "NOT_FOUND")
    return [...(await nearestSlugs(sent, context)), ...(tool.ifMissing ? [tool.ifMissing] : [])];
  if (error.code === "INVALID_QUERY")
    return [
      ...(await names.unknownCategories(port, sent, signal)),
      ...(tool.ifMissing && recordField.test(error.message) ? [tool.ifMissing] : []),
    ];
  const wait = error.headers?.["Retry-After"];
  return wait === undefined ? [] : [`Wait ${wait} s, then call it again.`];
}

/** Projects whose names are like an unknown slug. */
async function nearestSlugs({ slug }: Json, { port, signal }: CallContext): Promise<string[]> {
  if (typeof slug !== "string") return [];
  const query = slug.replaceAll(/[-_]+/g, " ").slice(0, 200);
  const found = (await port.execute("searchProjects", { query, limit: 3 }, signal)) as {
    results: { slug: string }[];
  };
  const slugs = found.results.map((one) => `"${one.slug}"`);
  return slugs.length === 0 ? [] : [`Nearest slugs: ${slugs.join(", ")}.`];
}
