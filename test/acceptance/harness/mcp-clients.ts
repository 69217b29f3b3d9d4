/** The protocol's official client, over both transports and in both revisions. */
import { fileURLToPath } from "node:url";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll } from "vitest";

/** `legacy`: with the handshake of 2025; `modern`: without one, as of 2026-07-28. */
export type Revision = "legacy" | "modern";
export const revisions: readonly Revision[] = ["legacy", "modern"];

const newClient = (revision: Revision) =>
  new Client(
    { name: "acceptance", version: "1.0.0" },
    { versionNegotiation: { mode: revision === "legacy" ? "legacy" : { pin: "2026-07-28" } } },
  );

const open: Client[] = [];
export async function closeClients(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.close()));
}

export interface HttpClientOptions {
  revision?: Revision;
  token?: string;
  headers?: Record<string, string>;
}

export async function connectHttp(url: string, options: HttpClientOptions = {}): Promise<Client> {
  const { revision = "legacy", token, headers } = options;
  const client = newClient(revision);
  const fields = { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers: fields } }),
  );
  open.push(client);
  return client;
}

const program = fileURLToPath(new URL("../../../bin/priorart.mjs", import.meta.url));

export async function connectStdio(
  args: readonly string[],
  { revision = "legacy", env = {} }: { revision?: Revision; env?: Record<string, string> } = {},
): Promise<{ client: Client; transport: StdioClientTransport }> {
  const client = newClient(revision);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", ...args],
    env: { PATH: process.env.PATH ?? "", ...env },
    stderr: "ignore",
  });
  await client.connect(transport);
  open.push(client);
  return { client, transport };
}

/** Closes the clients of a file after its tests. */
export function closeClientsAfterwards(): void {
  afterAll(closeClients);
}

export const textOf = (result: CallToolResult): string =>
  result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");

// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape.
export const structured = (result: CallToolResult): any => result.structuredContent;

/** Of a result that must be an error. */
export function errorOf(result: CallToolResult): string {
  if (!result.isError) throw new Error(`no error: ${textOf(result)}`);
  return textOf(result);
}
