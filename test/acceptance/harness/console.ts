/** The console as the pages use it: a server in a separate process, and visitors with cookies. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type ConsoleInput,
  type ConsoleOperation,
  type ConsoleOperationId,
  type ConsoleOutput,
  consoleOperations,
} from "../../../src/contract/api/console/operations.ts";
import type { ErrorBody, ErrorCode } from "../../../src/contract/api/errors.ts";
import { type Operation, type OperationId, operations } from "../../../src/contract/api/operations.ts";
import { uploadPartBytes } from "../../../src/contract/values/bounds.ts";
import { type Running, start } from "../cli-harness.ts";
import { checkError } from "./answers.ts";
import { priorart } from "./prepare-demo.ts";

export const goodPassword = "correct horse battery";

export class ConsoleServer {
  readonly data: string;
  url = "";
  #running: Running | null = null;
  #env: Record<string, string>;
  #log = "";

  constructor(data: string, env: Record<string, string> = {}) {
    this.data = data;
    this.#env = env;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.#env = { ...this.#env, ...env };
    const running = start(["serve", "--data", this.data], { env: this.#env });
    running.child.stderr!.on("data", (piece: string) => {
      this.#log += piece;
    });
    this.#running = running;
    this.url = (await running.line(/^Listening on /)).replace("Listening on ", "");
  }

  /** What the server has written to standard error, over all its starts. */
  get log(): string {
    return this.#log;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.#running!.child.kill(signal);
    await this.#running!.finished;
  }

  async dispose(): Promise<void> {
    if (this.#running) await this.stop("SIGKILL");
    await rm(this.data, { recursive: true, force: true });
  }

  /** The secret of the link that the command line prints. */
  async invite(email: string, ...options: string[]): Promise<string> {
    const { stdout } = await priorart(this.data, "member", "invite", email, ...options);
    return /^Invitation: \S+\/console\/invitation\/(\S+)$/m.exec(stdout)![1]!;
  }

  /** A visitor who is signed in as a member with `goodPassword`. */
  async member(email: string, ...options: string[]): Promise<Visitor> {
    const visitor = new Visitor(this);
    await visitor.get("acceptInvitation", {
      secret: await this.invite(email, ...options),
      password: goodPassword,
    });
    return visitor;
  }
}

export async function newConsole(env: Record<string, string> = {}): Promise<ConsoleServer> {
  return new ConsoleServer(await mkdtemp(join(tmpdir(), "priorart-console-")), env);
}

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A browser on the console's pages. Every response is checked against the table of console operations. */
export class Visitor {
  readonly server: ConsoleServer;
  readonly cookies = new Map<string, string>();
  /** As a proxy reports it. */
  address: string | null = null;

  constructor(server: ConsoleServer) {
    this.server = server;
  }

  headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return {
      ...(cookie !== "" && { Cookie: cookie }),
      ...(this.address !== null && { "X-Forwarded-For": this.address }),
    };
  }

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
  }

  async ask<Id extends ConsoleOperationId>(
    id: Id,
    input: Partial<ConsoleInput<Id>> = {},
    headers: Record<string, string | null> = {},
  ): Promise<Reply> {
    const operation: ConsoleOperation = consoleOperations[id];
    const reply = await this.#send({ ...operation, prefix: "/console" }, input, headers);
    checkReply(operation, reply);
    return reply;
  }

  /** An operation of the API, as a page calls it. */
  async research<Id extends OperationId>(
    id: Id,
    input: Record<string, unknown> = {},
    headers: Record<string, string | null> = {},
  ): Promise<Reply> {
    const operation: Operation = operations[id];
    const reply = await this.#send({ ...operation, prefix: "/console/api/v1" }, input, headers);
    checkReply(operation, reply);
    return reply;
  }

  async #send(
    { method, path: template, prefix }: { method: string; path: string; prefix: string },
    input: object,
    headers: Record<string, string | null>,
  ): Promise<Reply> {
    const given = { ...(input as Record<string, unknown>) };
    let path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = String(given[name]);
      delete given[name];
      return encodeURIComponent(value);
    });
    const isPost = method === "POST";
    if (!isPost) path += `?${new URLSearchParams(given as Record<string, string>)}`;
    const sent = {
      ...this.headers(),
      ...(isPost && {
        "Content-Type": "application/json",
        "X-Console-Request": "1",
        Origin: this.server.url,
        "Sec-Fetch-Site": "same-origin",
      }),
      ...headers,
    };
    const response = await fetch(`${this.server.url}${prefix}${path}`, {
      method,
      redirect: "manual",
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as Record<
        string,
        string
      >,
      body: isPost ? JSON.stringify(given) : undefined,
    });
    this.take(response.headers);
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  }

  /** Bytes as the body of an operation that takes them. */
  async sendBytes<Id extends ConsoleOperationId>(
    id: Id,
    query: Record<string, string>,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Reply> {
    const operation: ConsoleOperation = consoleOperations[id];
    const { path } = operation;
    const response = await fetch(`${this.server.url}/console${path}?${new URLSearchParams(query)}`, {
      method: "POST",
      headers: { ...this.headers(), "X-Console-Request": "1" },
      body: bytes,
    });
    const reply = { status: response.status, headers: response.headers, body: await bodyOf(response) };
    checkReply(operation, reply);
    return reply;
  }

  /** Uploads a file as the page does, part by part; returns its id. */
  async upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const { upload } = await this.get("startUpload", { name, bytes: bytes.byteLength });
    const { id } = upload!;
    for (let offset = 0; offset < bytes.byteLength; offset += uploadPartBytes) {
      const part = bytes.subarray(offset, offset + uploadPartBytes);
      const { status, body } = await this.sendBytes("addUploadPart", { id, offset: String(offset) }, part);
      if (status !== 200) throw new Error(`a part was answered with ${status}: ${JSON.stringify(body)}`);
    }
    return id;
  }

  /** The body of a success. */
  async get<Id extends ConsoleOperationId>(
    id: Id,
    input: Partial<ConsoleInput<Id>> = {},
  ): Promise<ConsoleOutput<Id>> {
    const { status, body } = await this.ask(id, input);
    if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
    return body as ConsoleOutput<Id>;
  }

  /** `[status, code]`. */
  async outcome<Id extends ConsoleOperationId>(
    id: Id,
    input: Partial<ConsoleInput<Id>> = {},
    headers: Record<string, string | null> = {},
  ): Promise<[number, ErrorCode | undefined]> {
    const { status, body } = await this.ask(id, input, headers);
    return [status, (body as Partial<ErrorBody>).code];
  }

  async email(): Promise<string | null> {
    return (await this.get("getSession")).member?.email ?? null;
  }
}

/** The value of a JSON body; the text of a file. */
export async function bodyOf(response: Response): Promise<unknown> {
  const isJson = /^application\/json\b/.test(response.headers.get("content-type") ?? "");
  return isJson ? response.json() : response.text();
}

function checkReply(
  operation: Pick<Operation, "method" | "path" | "response"> & { successStatus?: number },
  reply: Reply,
): void {
  const where = `${operation.method} ${operation.path} of the console → ${reply.status}`;
  const policy = reply.headers.get("content-security-policy") ?? "";
  if (!policy.startsWith("default-src 'none'"))
    throw new Error(`${where}: no strict Content-Security-Policy`);
  if (reply.status !== (operation.successStatus ?? 200)) {
    checkError(reply, where);
    return;
  }
  const parsed = operation.response.safeParse(reply.body);
  if (!parsed.success) throw new Error(`${where} breaks the contract: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, reply.body))
    throw new Error(`${where} holds fields beyond the contract`);
}
