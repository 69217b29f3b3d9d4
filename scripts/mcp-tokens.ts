/**
 * Tokens of the answers of every tool, as a Markdown table: the text that hosts show to the model, and the structured
 * content, by default and with `detail: "full"`.
 *
 * `npm run mcp:tokens -- --data DIR [--tokenizer FILE]`: a published data directory, and a module that exports
 * `countTokens(text)`, such as `gpt-tokenizer` installed elsewhere. Without one, a token is four characters.
 */
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

type Args = Record<string, unknown>;

const idea =
  "a payment terminal for market vendors that settles in stablecoins and works offline by text message";
const { values: options } = parseArgs({
  options: { data: { type: "string" }, tokenizer: { type: "string" } },
});
if (options.data === undefined) throw new Error("--data: missing; give a published data directory");

const countTokens: (text: string) => number = options.tokenizer
  ? (await import(pathToFileURL(resolve(options.tokenizer)).href)).countTokens
  : (text) => Math.ceil(text.length / 4);

const client = new Client({ name: "mcp-tokens", version: "1.0.0" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL("../bin/priorart.mjs", import.meta.url)), "mcp", "--data", options.data],
    stderr: "inherit",
  }),
);

async function call(name: string, args: Args): Promise<CallToolResult> {
  return client.callTool({ name, arguments: args });
}

// biome-ignore lint/suspicious/noExplicitAny: the first row of two known answers.
const first = async (name: string, args: Args): Promise<any> =>
  (await call(name, args)).structuredContent as { results?: unknown[] };
const { slug } = (await first("searchProjects", { query: idea })).results[0];
const { documentId } = (await first("searchArchive", { query: "stablecoin settlement" })).results[0];
const allDimensions = [
  ...["categories", "clusters", "tracks", "problemTags"],
  ...["solutionTags", "primitives", "techStack", "targetUsers"],
];

const calls: [label: string, tool: string, args: Args][] = [
  ["a query", "searchProjects", { query: idea }],
  ["a query, 25 rows, all facets", "searchProjects", { query: idea, limit: 25, includeFacets: true }],
  ["", "getProject", { slug }],
  ["25 rows", "similarProjects", { slug, limit: 25 }],
  ["an idea", "neighborhood", { query: idea }],
  ["a query", "searchArchive", { query: "stablecoin settlement" }],
  ["one page", "readDocument", { documentId }],
  ["25 rows", "similarDocuments", { documentId, limit: 25 }],
  ["everything, 8 dimensions", "analyze", { cohort: {}, dimensions: allDimensions, topK: 20 }],
  [
    "winners and all, 3 dimensions",
    "compare",
    { cohortA: { winnersOnly: true }, cohortB: {}, dimensions: ["clusters", "tracks", "problemTags"] },
  ],
  ["", "clusters", {}],
  ["", "technologies", {}],
  ["trend", "technologies", { question: "trend", technology: { category: "languages", name: "rust" } }],
  ["", "filters", {}],
  ["list tracks", "filters", { list: "tracks" }],
  ["", "categories", {}],
  ["", "resources", {}],
  ["", "faqs", {}],
];

/** A cell for each form of an answer; a refusal, such as of resources that the corpus does not contain, has a dash. */
async function cells(tool: string, args: Args): Promise<string[]> {
  const result = await call(tool, args);
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  if (result.isError) return [`– (${text.split(":")[0]})`, "–"];
  return [countTokens(text), countTokens(JSON.stringify(result.structuredContent))].map(String);
}

console.log("| call | text | structured | text, full | structured, full |\n|---|--:|--:|--:|--:|");
for (const [label, tool, args] of calls) {
  const row = [...(await cells(tool, args)), ...(await cells(tool, { ...args, detail: "full" }))];
  console.log(`| \`${tool}\`${label && ` ${label}`} | ${row.join(" | ")} |`);
}
const { tools } = await client.listTools();
const listed = tools.map(({ name, description, inputSchema }) => [name, description, inputSchema]);
console.log(`\ntools/list, names, descriptions and input schemas: ${countTokens(JSON.stringify(listed))}`);
await client.close();
