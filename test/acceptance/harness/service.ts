/** The program as callers use it: a server in a separate process, on its own data directory. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import type { ErrorBody, ErrorCode } from "../../../src/contract/api/errors.ts";
import {
  type Operation,
  type OperationId,
  type OperationOutput,
  operations,
} from "../../../src/contract/api/operations.ts";
import { type Finished, type Running, start } from "../cli-harness.ts";
import { type Answer, type AnswerChecker, answerChecker } from "./answers.ts";
import { noRateLimits } from "./no-limits.ts";
import type { DemoTokens } from "./prepare-demo.ts";
import { copyOfDemo, fixture } from "./shared-demo.ts";

export interface Call {
  /** Values of the path's parameters; encoded here. */
  params?: Record<string, string>;
  /** What follows the `?`, as sent. */
  search?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Null: none. The demo's by default. */
  token?: string | null;
  prefix?: string;
  method?: string;
}

export interface Refusal extends ErrorBody {
  status: number;
  headers: Headers;
}

export interface ServiceOptions {
  env?: Record<string, string>;
  /** Before the server starts. */
  arrange?(data: string): Promise<unknown>;
}

const prefixes = ["/api/v1", "/api/v1/research_assistant"];

export class Service {
  readonly data: string;
  readonly tokens: DemoTokens;
  url = "";
  #running: Running | null = null;
  #env: Record<string, string>;
  #log = "";
  #checker!: AnswerChecker;
  #calls = 0;

  constructor(prepared: { data: string; tokens: DemoTokens }, env: Record<string, string> = {}) {
    this.data = prepared.data;
    this.tokens = prepared.tokens;
    this.#env = { ...noRateLimits, ...env };
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.#env = { ...this.#env, ...env };
    const running = start(["serve", "--data", this.data], { env: this.#env });
    running.child.stderr!.on("data", (piece: string) => {
      this.#log += piece;
    });
    this.#running = running;
    await this.attach((await running.line(/^Listening on /)).replace("Listening on ", ""));
  }

  /** Sends requests to a server that is running. */
  async attach(url: string): Promise<void> {
    this.url = url;
    const document = await fetch(`${this.url}/api/v1/openapi.json`);
    this.#checker = answerChecker(await document.text());
  }

  /** Whether the server was started here, not shared with other files. */
  get isOwn(): boolean {
    return this.#running !== null;
  }

  get child() {
    return this.#running!.child;
  }

  /** Resolves when the process has ended. */
  get finished(): Promise<Finished> {
    return this.#running!.finished;
  }

  /** What the server has written to standard error, over all its starts. */
  get log(): string {
    return this.#log;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Finished> {
    this.child.kill(signal);
    return this.finished;
  }

  async restart(env: Record<string, string> = {}): Promise<void> {
    await this.stop();
    await this.start(env);
  }

  async dispose(): Promise<void> {
    if (this.#running) await this.stop("SIGKILL");
    await rm(this.data, { recursive: true, force: true });
  }

  /** The URL of an operation; calls alternate between the two prefixes. */
  address(operation: Operation, { params = {}, search, prefix }: Call = {}): string {
    const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
    const under = prefix ?? prefixes[this.#calls++ % prefixes.length];
    return `${this.url}${under}${path}${search === undefined ? "" : `?${search}`}`;
  }

  headers({ token = this.tokens.demo, json, headers = {} }: Call = {}): Record<string, string> {
    return {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    };
  }

  /** Any response, checked against the contract and the OpenAPI document. */
  async ask(id: OperationId, call: Call = {}): Promise<Answer> {
    const operation: Operation = operations[id];
    const response = await fetch(this.address(operation, call), {
      method: call.method ?? operation.method,
      headers: this.headers(call),
      body: (call.raw as string) ?? (call.json === undefined ? undefined : JSON.stringify(call.json)),
    });
    const isJson = response.headers.get("content-type") === "application/json";
    const body: unknown = isJson ? await response.json() : await response.text();
    const answer = { status: response.status, headers: response.headers, body };
    if (call.method === undefined) this.#checker.check(operation, answer);
    return answer;
  }

  /** The body of a success. */
  async get<Id extends OperationId>(id: Id, call: Call = {}): Promise<OperationOutput<Id>> {
    const { status, body } = await this.ask(id, call);
    if (status !== operations[id].successStatus)
      throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
    return body as OperationOutput<Id>;
  }

  async refusal(id: OperationId, call: Call = {}): Promise<Refusal> {
    const { status, headers, body } = await this.ask(id, call);
    return { status, headers, ...(body as ErrorBody) };
  }

  searchProjects(json: object, call: Call = {}): Promise<OperationOutput<"searchProjects">> {
    return this.get("searchProjects", { ...call, json });
  }

  searchArchives(json: object, call: Call = {}): Promise<OperationOutput<"searchArchives">> {
    return this.get("searchArchives", { ...call, json });
  }
}

/** `[status, code]`, as most tests of errors need. */
export function outcome({ status, code }: Refusal): [number, ErrorCode] {
  return [status, code];
}

/** One service for the tests of a file or a describe; started before them, removed after. */
export function useService({ env, arrange }: ServiceOptions = {}): () => Service {
  let service: Service;
  beforeAll(async () => {
    service = new Service(await copyOfDemo(), env);
    await arrange?.(service.data);
    await service.start();
  });
  afterAll(() => service?.dispose());
  return () => service;
}

/** The interface of a shared server: nothing that changes it, stops it or reads its files. */
export type SharedService = Pick<
  Service,
  "url" | "tokens" | "address" | "headers" | "ask" | "get" | "refusal" | "searchProjects" | "searchArchives"
>;

/** The server over the demo, without limits, for all files that only read. */
export function useSharedService(): () => SharedService {
  let service: Service;
  beforeAll(async () => {
    service = await attachTo("service");
  });
  return () => service;
}

export async function attachTo(name: "service" | "limitedService"): Promise<Service> {
  const shared = await fixture(name);
  const service = new Service(shared);
  await service.attach(shared.url);
  return service;
}
