import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { IpRange } from "../contract/values/ip-ranges.ts";
import type { DatabaseConfig } from "./database-url.ts";
import { type Environment, environmentSchema } from "./environment.ts";
import { type SnapshotPlace, type SnapshotStoreConfig, storeOf } from "./snapshot-store.ts";
import { type VariableName, variables } from "./variables.ts";

export interface Config {
  /** Absolute. */
  dataDir: string;
  /** PostgreSQL for records and accounts; null: SQLite files in the data directory. */
  database: (DatabaseConfig & { pool: number }) | null;
  /** OpenSearch cluster that holds the archive; null: the snapshot's own segments do. */
  search: SearchConfig | null;
  /** Where servers with data directories of their own get snapshots; null: they stay in the data directory. */
  snapshots: SnapshotStoreConfig | null;
  /** Server that research commands ask instead of the data directory; its token may be missing. */
  remote: { server: string; token: string | null } | null;
  host: string;
  /** 0: any free port. */
  port: number;
  service: string;
  pathSegment: string;
  embedder: EmbedderConfig;
  /** Writes labels and summaries of clusters; null: the built-in templates. */
  languageModel: LanguageModelConfig | null;
  /** As the accounts take them; 0 = off, for each. */
  limits: ReturnType<typeof limitsOf>;
  /** Search worker threads; at least 1. */
  workers: number;
  trustedProxies: IpRange[];
  logLevel: Environment["PRIORART_LOG_LEVEL"];
  metricsToken: string | null;
  /** Public origin of the service; null: not configured. */
  publicUrl: string | null;
  /** Origins of pages elsewhere that may call the API and `/mcp`; `*`: all. */
  corsOrigins: string[];
  /** Signs cookies; null: generated once and stored in the data directory. */
  secret: string | null;
  /** Lower case; addresses of these domains may sign up. Empty: by invitation only. */
  signUpDomains: string[];
  oidc: OidcConfig | null;
  /** Webhook for escalated feedback and its signing key; null: no webhook, and a key generated once. */
  escalation: { webhook: string | null; secret: string | null };
  /** Hosts, as `hostOf` writes them, that outbound requests may reach at private addresses. */
  allowPrivateHosts: string[];
  /** Minutes that changes read from sources wait for others before the server publishes them; null: it never does. */
  publishWindow: number | null;
  /** Largest file that administrators may upload, in bytes; 0: none. */
  uploadBytes: number;
  /** Absolute; null: the built-in taxonomy. */
  taxonomyPath: string | null;
}

export interface SearchConfig {
  /** Root addresses of nodes, with credentials. */
  nodes: string[];
  /** Authority that signed their certificates, in PEM. */
  ca: string | null;
  /** Begins the names of indices. */
  prefix: string;
  timeoutMs: number;
}

export type EmbedderConfig =
  | { kind: "fitted" }
  | { kind: "http"; url: string; model: string; dimensions: number | null; key: string | null }
  /** A local model, in the folder `path`; `passages`: which ones publish embeds with it. */
  | { kind: "onnx"; path: string; passages: "all" | "lead" | "none" };

export interface LanguageModelConfig {
  url: string;
  model: string;
  key: string | null;
}

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider's name in the console. */
  name: string;
}

/** Invalid environment. The message has one line per variable: its name, the rule, what to do. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads all settings once; an empty variable counts as unset. Throws ConfigError. Messages never repeat a value that
 * may be secret.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    variables
      .map(({ name }) => [name, env[name]?.trim()])
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join("\n"),
    );
  return fromEnvironment(parsed.data, snapshotStoreOf(parsed.data.PRIORART_SNAPSHOTS, env));
}

function fromEnvironment(env: Environment, snapshots: Config["snapshots"]): Config {
  return {
    dataDir: resolve(env.PRIORART_DATA),
    database: env.PRIORART_DATABASE_URL
      ? { ...env.PRIORART_DATABASE_URL, pool: env.PRIORART_DATABASE_POOL }
      : null,
    search: searchOf(env),
    snapshots,
    remote: remoteOf(env),
    host: env.PRIORART_HOST,
    port: env.PRIORART_PORT,
    service: env.PRIORART_SERVICE,
    pathSegment: env.PRIORART_PATH_SEGMENT,
    embedder: embedderOf(env),
    languageModel: languageModelOf(env),
    limits: limitsOf(env),
    workers: env.PRIORART_WORKERS ?? availableParallelism(),
    trustedProxies: env.PRIORART_TRUSTED_PROXIES,
    logLevel: env.PRIORART_LOG_LEVEL,
    metricsToken: env.PRIORART_METRICS_TOKEN ?? null,
    publicUrl: env.PRIORART_PUBLIC_URL ?? null,
    corsOrigins: env.PRIORART_CORS_ORIGINS,
    secret: env.PRIORART_SECRET ?? null,
    signUpDomains: env.PRIORART_SIGN_UP,
    oidc: oidcOf(env),
    escalation: {
      webhook: env.PRIORART_ESCALATION_WEBHOOK ?? null,
      secret: env.PRIORART_ESCALATION_SECRET ?? null,
    },
    allowPrivateHosts: env.PRIORART_ALLOW_PRIVATE_HOSTS,
    publishWindow: env.PRIORART_PUBLISH === "auto" ? env.PRIORART_PUBLISH_WINDOW : null,
    uploadBytes: env.PRIORART_UPLOAD_BYTES,
    taxonomyPath:
      env.PRIORART_TAXONOMY === undefined ? null : existingFile("PRIORART_TAXONOMY", env.PRIORART_TAXONOMY),
  };
}

function snapshotStoreOf(
  place: SnapshotPlace | undefined,
  env: NodeJS.ProcessEnv,
): SnapshotStoreConfig | null {
  if (place === undefined) return null;
  const store = storeOf(place, env);
  if ("problems" in store) throw new ConfigError(store.problems.join("\n"));
  return store;
}

function limitsOf(env: Environment) {
  return {
    search: env.PRIORART_LIMIT_SEARCH,
    analysis: env.PRIORART_LIMIT_ANALYSIS,
    me: env.PRIORART_LIMIT_ME,
    suggestions: env.PRIORART_LIMIT_SUGGESTIONS,
    feedback: env.PRIORART_LIMIT_FEEDBACK,
    concurrency: env.PRIORART_LIMIT_CONCURRENCY,
    concurrencyWait: env.PRIORART_LIMIT_CONCURRENCY_WAIT,
    pageSearch: env.PRIORART_LIMIT_PAGE_SEARCH,
    pageAnalysis: env.PRIORART_LIMIT_PAGE_ANALYSIS,
    pageConcurrency: env.PRIORART_LIMIT_PAGE_CONCURRENCY,
  };
}

/** All three or none: an incomplete provider would only fail at a visitor's sign-in. */
function oidcOf(env: Environment): OidcConfig | null {
  const parts = {
    PRIORART_OIDC_ISSUER: env.PRIORART_OIDC_ISSUER,
    PRIORART_OIDC_CLIENT_ID: env.PRIORART_OIDC_CLIENT_ID,
    PRIORART_OIDC_CLIENT_SECRET: env.PRIORART_OIDC_CLIENT_SECRET,
  };
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  if (missing.length === 3) return null;
  if (missing.length > 0)
    throw new ConfigError(
      missing.map(([name]) => `${name} must be set when another PRIORART_OIDC_ variable is`).join("\n"),
    );
  return {
    issuer: parts.PRIORART_OIDC_ISSUER!,
    clientId: parts.PRIORART_OIDC_CLIENT_ID!,
    clientSecret: parts.PRIORART_OIDC_CLIENT_SECRET!,
    name: env.PRIORART_OIDC_NAME,
  };
}

function embedderOf(env: Environment): EmbedderConfig {
  if (env.PRIORART_EMBEDDER === "fitted") return { kind: "fitted" };
  if (env.PRIORART_EMBEDDER === "onnx") return localModelOf(env);
  if (env.PRIORART_EMBEDDINGS_URL === undefined)
    throw new ConfigError(
      "PRIORART_EMBEDDINGS_URL must be set when PRIORART_EMBEDDER is http; give the endpoint, such as " +
        "http://127.0.0.1:8080/v1",
    );
  return {
    kind: "http",
    url: env.PRIORART_EMBEDDINGS_URL,
    model: env.PRIORART_EMBEDDINGS_MODEL,
    dimensions: env.PRIORART_EMBEDDINGS_DIMENSIONS ?? null,
    key: keyOf(env, "PRIORART_EMBEDDINGS_KEY"),
  };
}

function localModelOf(env: Environment): EmbedderConfig {
  const { PRIORART_MODEL: path, PRIORART_ONNX_PASSAGES: passages } = env;
  if (path === undefined)
    throw new ConfigError(
      "PRIORART_MODEL must be set when PRIORART_EMBEDDER is onnx; give the folder that holds model.onnx and tokenizer.json",
    );
  return { kind: "onnx", path: resolve(path), passages };
}

function languageModelOf(env: Environment): LanguageModelConfig | null {
  const { PRIORART_LLM_URL: url, PRIORART_LLM_MODEL: model } = env;
  if (url === undefined) return null;
  if (model === undefined)
    throw new ConfigError(
      "PRIORART_LLM_MODEL must be set when PRIORART_LLM_URL is; give the name of a model that the endpoint serves",
    );
  return { url, model, key: keyOf(env, "PRIORART_LLM_KEY") };
}

function remoteOf(env: Environment): Config["remote"] {
  const { PRIORART_SERVER: server } = env;
  return server === undefined ? null : { server, token: keyOf(env, "PRIORART_TOKEN") };
}

function searchOf(env: Environment): SearchConfig | null {
  const { PRIORART_SEARCH_URL: nodes, PRIORART_SEARCH_CA: ca } = env;
  if (nodes === undefined) return null;
  const password = keyOf(env, "PRIORART_SEARCH_PASSWORD");
  return {
    nodes: password === null ? nodes : nodes.map((node) => withPassword(node, password)),
    ca: ca === undefined ? null : readFileSync(existingFile("PRIORART_SEARCH_CA", ca), "utf8"),
    prefix: env.PRIORART_SEARCH_PREFIX,
    timeoutMs: env.PRIORART_SEARCH_TIMEOUT,
  };
}

function withPassword(node: string, password: string): string {
  const url = new URL(node);
  if (url.username === "")
    throw new ConfigError(
      "PRIORART_SEARCH_URL must name a user when PRIORART_SEARCH_PASSWORD is set; give one such as https://priorart@search.example.org",
    );
  url.password = encodeURIComponent(password);
  return url.href.replace(/\/$/, "");
}

/** A key from its variable, or from the file named by `…_FILE`. */
function keyOf(
  env: Environment,
  name: "PRIORART_EMBEDDINGS_KEY" | "PRIORART_LLM_KEY" | "PRIORART_SEARCH_PASSWORD" | "PRIORART_TOKEN",
): string | null {
  const fileName = `${name}_FILE` as const;
  const key = env[name];
  const file = env[fileName];
  if (file === undefined) return key ?? null;
  if (key !== undefined)
    throw new ConfigError(`${fileName} must not be set together with ${name}; remove one`);
  const path = existingFile(fileName, file);
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(`${fileName} must be readable only by its owner: chmod 600 ${path}`);
  const text = readFileSync(path, "utf8").trim();
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new ConfigError(
      `${fileName} must contain only the ${keyWord(name)}, in printable ASCII without spaces; check ${path}`,
    );
  return text;
}

function keyWord(name: string): string {
  return name.endsWith("_TOKEN") ? "token" : name.endsWith("_PASSWORD") ? "password" : "key";
}

function existingFile(variable: VariableName, path: string): string {
  const absolute = resolve(path);
  if (!statSync(absolute, { throwIfNoEntry: false })?.isFile())
    throw new ConfigError(`${variable} must be the path of a file; there is none at ${absolute}`);
  return absolute;
}
