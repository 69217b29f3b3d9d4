import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "config-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("was accepted");
}

test("unset and empty variables have their defaults", () => {
  const defaults = {
    dataDir: resolve("data"),
    database: null,
    snapshots: null,
    remote: null,
    search: null,
    host: "127.0.0.1",
    port: 8787,
    service: "priorart",
    pathSegment: "research_assistant",
    embedder: { kind: "fitted" },
    languageModel: null,
    limits: {
      search: 30,
      analysis: 10,
      me: 10,
      suggestions: 5,
      feedback: 10,
      concurrency: 2,
      concurrencyWait: 1000,
      pageSearch: 120,
      pageAnalysis: 60,
      pageConcurrency: 8,
    },
    workers: availableParallelism(),
    trustedProxies: [],
    logLevel: "info",
    metricsToken: null,
    publicUrl: null,
    secret: null,
    signUpDomains: [],
    oidc: null,
    escalation: { webhook: null, secret: null },
    corsOrigins: [],
    allowPrivateHosts: [],
    publishWindow: 10,
    taxonomyPath: null,
    uploadBytes: 10 ** 9,
  };
  expect(loadConfig({})).toEqual(defaults);
  expect(loadConfig({ PRIORART_PORT: "", PRIORART_DATA: " ", PRIORART_TAXONOMY: "" })).toEqual(defaults);
});

test("set variables are applied", () => {
  const taxonomy = join(folder, "taxonomy.yaml");
  writeFileSync(taxonomy, "");
  const config = loadConfig({
    PRIORART_DATA: folder,
    PRIORART_HOST: "::",
    PRIORART_PORT: "0",
    PRIORART_SERVICE: "acme",
    PRIORART_PATH_SEGMENT: "copilot-2",
    PRIORART_LIMIT_SEARCH: "0",
    PRIORART_LIMIT_CONCURRENCY: "7",
    PRIORART_LIMIT_CONCURRENCY_WAIT: "0",
    PRIORART_WORKERS: "3",
    PRIORART_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,::1,fd00::/8",
    PRIORART_LOG_LEVEL: "silent",
    PRIORART_METRICS_TOKEN: "0123456789abcdef",
    PRIORART_PUBLIC_URL: "https://Research.example.org/",
    PRIORART_CORS_ORIGINS: "https://App.example.org/, http://localhost:5173,https://app.example.org:443,",
    PRIORART_SECRET: "0123456789abcdef0123456789abcdef",
    PRIORART_SIGN_UP: "Example.org, example.com,example.org",
    PRIORART_OIDC_ISSUER: "https://login.example.org/realms/main/",
    PRIORART_OIDC_CLIENT_ID: "prior-art",
    PRIORART_OIDC_CLIENT_SECRET: "hush",
    PRIORART_ESCALATION_WEBHOOK: "http://127.0.0.1:9000/in?key=1",
    PRIORART_ESCALATION_SECRET: "abcdef0123456789abcdef0123456789",
    PRIORART_ALLOW_PRIVATE_HOSTS: "Feeds.example.org., 10.5,,::1, [FD00::1],feeds.example.org",
    PRIORART_TAXONOMY: taxonomy,
  });
  expect(config).toMatchObject({
    dataDir: folder,
    host: "::",
    port: 0,
    service: "acme",
    pathSegment: "copilot-2",
    workers: 3,
    logLevel: "silent",
    metricsToken: "0123456789abcdef",
    publicUrl: "https://research.example.org",
    corsOrigins: ["https://app.example.org", "http://localhost:5173"],
    secret: "0123456789abcdef0123456789abcdef",
    signUpDomains: ["example.org", "example.com"],
    oidc: {
      issuer: "https://login.example.org/realms/main/",
      clientId: "prior-art",
      clientSecret: "hush",
      name: "Single sign-on",
    },
    escalation: {
      webhook: "http://127.0.0.1:9000/in?key=1",
      secret: "abcdef0123456789abcdef0123456789",
    },
    allowPrivateHosts: ["feeds.example.org", "10.0.0.5", "::1", "fd00::1"],
    taxonomyPath: taxonomy,
  });
  expect(config.trustedProxies.map(([first, bits]) => `${first}/${bits}`)).toEqual([
    "127.0.0.1/32",
    "10.0.0.0/8",
    "::1/128",
    "fd00::/8",
  ]);
  expect(config.limits).toMatchObject({ search: 0, concurrency: 7, concurrencyWait: 0 });
});

const refused: [string, string, RegExp][] = [
  ["PRIORART_HOST", "a b", /must be an address or host name; give/],
  ["PRIORART_PORT", "65536", /must be a whole number from 0 to 65535; 0 takes any free port/],
  ["PRIORART_PORT", "-1", /whole number/],
  ["PRIORART_PORT", "80.5", /whole number/],
  ["PRIORART_PORT", "http", /whole number/],
  ["PRIORART_SERVICE", "Prior Art", /lower-case letters/],
  ["PRIORART_PATH_SEGMENT", "a/b", /lower-case letters/],
  ["PRIORART_EMBEDDER", "magic", /must be one of fitted, http, onnx/],
  ["PRIORART_EMBEDDINGS_URL", "localhost:8080", /must be an http or https address/],
  ["PRIORART_EMBEDDINGS_URL", "http://me:pass@host/v1", /without user name or password/],
  ["PRIORART_ONNX_PASSAGES", "some", /must be one of all, lead/],
  ["PRIORART_LLM_URL", "localhost:8080", /must be an http or https address/],
  ["PRIORART_LLM_URL", "http://me:pass@host/v1", /a key goes into PRIORART_LLM_KEY/],
  ["PRIORART_LLM_MODEL", "m".repeat(201), /at most 200 characters/],
  ["PRIORART_EMBEDDINGS_DIMENSIONS", "0", /from 1 to 8192/],
  ["PRIORART_LIMIT_SEARCH", "-1", /0 turns the limit off/],
  ["PRIORART_LIMIT_ANALYSIS", "1000001", /from 0 to 1000000/],
  ["PRIORART_LIMIT_ME", "ten", /whole number/],
  ["PRIORART_LIMIT_SUGGESTIONS", "1e3", /whole number/],
  ["PRIORART_LIMIT_FEEDBACK", "99999999999999999999", /whole number/],
  ["PRIORART_LIMIT_CONCURRENCY", "0x2", /whole number/],
  ["PRIORART_LIMIT_CONCURRENCY_WAIT", "60001", /from 0 to 60000; 0 refuses immediately/],
  ["PRIORART_WORKERS", "0", /from 1 to 256/],
  [
    "PRIORART_TRUSTED_PROXIES",
    "127.0.0.1,proxy.local",
    /holds "proxy.local", which is not an IP address or range/,
  ],
  ["PRIORART_TRUSTED_PROXIES", "10.0.0.0/33", /not an IP address or range/],
  ["PRIORART_TRUSTED_PROXIES", "::/129", /not an IP address or range/],
  ["PRIORART_LOG_LEVEL", "loud", /must be one of fatal, error/],
  ["PRIORART_METRICS_TOKEN", "short", /at least 16 characters/],
  ["PRIORART_PUBLIC_URL", "research.example.org", /must be an http or https address/],
  ["PRIORART_PUBLIC_URL", "https://example.org/prior-art", /without path/],
  ["PRIORART_PUBLIC_URL", "ftp://example.org", /http or https/],
  ["PRIORART_CORS_ORIGINS", "app.example.org", /holds "app.example.org", which is not an origin/],
  ["PRIORART_CORS_ORIGINS", "https://a.example,https://b.example/app", /"https:\/\/b.example\/app"/],
  ["PRIORART_CORS_ORIGINS", "null", /not an origin/],
  ["PRIORART_CORS_ORIGINS", "https://*.example.org", /not an origin/],
  ["PRIORART_SECRET", "0123456789abcdef0123456789abcde", /at least 32 characters/],
  ["PRIORART_SIGN_UP", "open", /"open", which is not a domain/],
  ["PRIORART_SIGN_UP", "example.org,@example.com", /"@example.com", which is not a domain/],
  ["PRIORART_SIGN_UP", "*", /not a domain/],
  ["PRIORART_OIDC_ISSUER", "http://login.example.org", /must be the provider's https address/],
  ["PRIORART_OIDC_ISSUER", "https://login.example.org/?a=b", /without query/],
  ["PRIORART_OIDC_CLIENT_ID", "two words", /without spaces/],
  ["PRIORART_OIDC_CLIENT_SECRET", "x y", /without spaces/],
  ["PRIORART_OIDC_NAME", "x".repeat(61), /at most 60 characters/],
  ["PRIORART_ESCALATION_WEBHOOK", "alerts.example.org", /must be an http or https address/],
  ["PRIORART_ESCALATION_WEBHOOK", "https://me:pass@host/", /without user name or password/],
  ["PRIORART_ESCALATION_WEBHOOK", "javascript:alert(1)", /http or https/],
  ["PRIORART_ESCALATION_SECRET", "0123456789abcdef0123456789abcde", /at least 32 characters/],
  ...[
    "http://feeds.example.org",
    "feeds.example.org:80",
    "a b",
    "user@host",
    "host/path",
    "[::g]",
    "1.2.3.4.5",
  ].map((host): [string, string, RegExp] => [
    "PRIORART_ALLOW_PRIVATE_HOSTS",
    `good.example.org,${host}`,
    /^PRIORART_ALLOW_PRIVATE_HOSTS holds ".+", which is not a host; give names or IP addresses without scheme/,
  ]),
  ["PRIORART_TAXONOMY", "/nowhere/at/all.yaml", /must be the path of a file; there is none at/],
];

test.each(refused)("%s=%s is refused with the rule and what to do", (name, value, rule) => {
  const message = messageOf({ [name]: value });
  expect(message.startsWith(`${name} `)).toBe(true);
  expect(message).toMatch(rule);
});

test("all errors are reported together, one line each", () => {
  const lines = messageOf({ PRIORART_PORT: "x", PRIORART_WORKERS: "y" }).split("\n");
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["PRIORART_PORT", "PRIORART_WORKERS"]);
});

test("a refused secret is not repeated", () => {
  expect(messageOf({ PRIORART_EMBEDDINGS_KEY: "my secret" })).not.toContain("my secret");
  expect(messageOf({ PRIORART_LLM_KEY: "my secret" })).not.toContain("my secret");
  expect(messageOf({ PRIORART_METRICS_TOKEN: "hush" })).not.toContain("hush");
  expect(messageOf({ PRIORART_SECRET: "hush" })).not.toContain("hush");
  expect(messageOf({ PRIORART_ESCALATION_SECRET: "hush" })).not.toContain("hush");
  expect(messageOf({ PRIORART_ESCALATION_WEBHOOK: "https://a:hush@h" })).not.toContain("hush");
  expect(messageOf({ PRIORART_OIDC_CLIENT_SECRET: "hush hush" })).not.toContain("hush hush");
});

test.each([
  ["http://h:1", "http://h:1/v1/embeddings"],
  ["http://h:1/", "http://h:1/v1/embeddings"],
  ["https://h/v1", "https://h/v1/embeddings"],
  ["https://h/v1/", "https://h/v1/embeddings"],
  ["https://h/openai/v1/embeddings", "https://h/openai/v1/embeddings"],
  ["https://h/x/embeddings?version=2", "https://h/x/embeddings?version=2"],
])("the endpoint %s is requested at %s", (given, url) => {
  const { embedder } = loadConfig({ PRIORART_EMBEDDER: "http", PRIORART_EMBEDDINGS_URL: given });
  expect(embedder).toEqual({
    kind: "http",
    url,
    model: "text-embedding-3-small",
    dimensions: null,
    key: null,
  });
});

test.each([
  ["http://h:1", "http://h:1/v1/chat/completions"],
  ["https://h/v1/", "https://h/v1/chat/completions"],
  ["https://h/x/chat/completions?version=2", "https://h/x/chat/completions?version=2"],
])("the language model %s is requested at %s", (given, url) => {
  const { languageModel } = loadConfig({ PRIORART_LLM_URL: given, PRIORART_LLM_MODEL: "m" });
  expect(languageModel).toEqual({ url, model: "m", key: null });
});

test("a language model needs a name, and its key may be in a file, but only in one place", () => {
  expect(messageOf({ PRIORART_LLM_URL: "http://h" })).toMatch(/^PRIORART_LLM_MODEL must be set when/);
  expect(loadConfig({ PRIORART_LLM_MODEL: "m" }).languageModel).toBeNull();
  const file = join(folder, "key");
  writeFileSync(file, "sk-9\n", { mode: 0o600 });
  const env = { PRIORART_LLM_URL: "http://h", PRIORART_LLM_MODEL: "m", PRIORART_LLM_KEY_FILE: file };
  expect(loadConfig(env).languageModel).toMatchObject({ key: "sk-9" });
  expect(messageOf({ ...env, PRIORART_LLM_KEY: "k" })).toBe(
    "PRIORART_LLM_KEY_FILE must not be set together with PRIORART_LLM_KEY; remove one",
  );
  chmodSync(file, 0o644);
  expect(messageOf(env)).toContain("PRIORART_LLM_KEY_FILE must be readable only by its owner");
});

test("an incomplete identity provider is refused, naming the missing variables", () => {
  const lines = messageOf({ PRIORART_OIDC_ISSUER: "http://127.0.0.1:9000" }).split("\n");
  expect(lines.map((line) => line.split(" ")[0])).toEqual([
    "PRIORART_OIDC_CLIENT_ID",
    "PRIORART_OIDC_CLIENT_SECRET",
  ]);
});

test("the local model needs a folder, and embeds all passages by default", () => {
  expect(messageOf({ PRIORART_EMBEDDER: "onnx" })).toMatch(
    /^PRIORART_MODEL must be set when .* give the folder/,
  );
  const env = { PRIORART_EMBEDDER: "onnx", PRIORART_MODEL: "models/small" };
  const path = resolve("models/small");
  expect(loadConfig(env).embedder).toEqual({ kind: "onnx", path, passages: "all" });
  expect(loadConfig({ ...env, PRIORART_ONNX_PASSAGES: "lead" }).embedder).toMatchObject({ passages: "lead" });
});

test("the http embedder needs an address", () => {
  expect(messageOf({ PRIORART_EMBEDDER: "http" })).toMatch(/^PRIORART_EMBEDDINGS_URL must be set when/);
});

test("the key may be in a file readable by its owner only, and only in one place", () => {
  const file = join(folder, "key");
  writeFileSync(file, "sk-123\n", { mode: 0o600 });
  const env = {
    PRIORART_EMBEDDER: "http",
    PRIORART_EMBEDDINGS_URL: "http://h/v1",
    PRIORART_EMBEDDINGS_MODEL: "tiny",
    PRIORART_EMBEDDINGS_DIMENSIONS: "256",
    PRIORART_EMBEDDINGS_KEY_FILE: file,
  };
  expect(loadConfig(env).embedder).toMatchObject({ model: "tiny", dimensions: 256, key: "sk-123" });
  expect(messageOf({ ...env, PRIORART_EMBEDDINGS_KEY: "k" })).toContain("remove one");
  for (const mode of [0o640, 0o604, 0o644]) {
    chmodSync(file, mode);
    expect(messageOf(env)).toBe(
      `PRIORART_EMBEDDINGS_KEY_FILE must be readable only by its owner: chmod 600 ${file}`,
    );
  }
  chmodSync(file, 0o400);
  expect(loadConfig(env).embedder).toMatchObject({ key: "sk-123" });
  chmodSync(file, 0o600);
  writeFileSync(file, "two words");
  expect(messageOf(env)).toMatch(/must contain only the key/);
  expect(messageOf({ ...env, PRIORART_EMBEDDINGS_KEY_FILE: join(folder, "none") })).toContain(
    "there is none at",
  );
});

test("a server is asked with a token, from its variable or from a file of its owner", () => {
  const server = { PRIORART_SERVER: "https://research.example.org/prior/" };
  expect(loadConfig(server).remote).toEqual({ server: "https://research.example.org/prior", token: null });
  expect(loadConfig({ ...server, PRIORART_TOKEN: "pa_x" }).remote?.token).toBe("pa_x");
  const file = join(folder, "token");
  writeFileSync(file, "pa_y\n", { mode: 0o600 });
  const env = { ...server, PRIORART_TOKEN_FILE: file };
  expect(loadConfig(env).remote?.token).toBe("pa_y");
  expect(messageOf({ ...env, PRIORART_TOKEN: "pa_x" })).toContain("must not be set together with");
  chmodSync(file, 0o604);
  expect(messageOf(env)).toBe(`PRIORART_TOKEN_FILE must be readable only by its owner: chmod 600 ${file}`);
  // Nothing of it is read without a server.
  expect(loadConfig({ PRIORART_TOKEN_FILE: file }).remote).toBeNull();
  for (const url of ["localhost:8787", "ftp://a", "https://u:secret@a", "https://a/?x", "https://a/#x"]) {
    const message = messageOf({ PRIORART_SERVER: url });
    expect(message).toMatch(/^PRIORART_SERVER must be an http or https address/);
    expect(message).not.toContain("secret");
  }
});

test("changes read from sources wait for a publish as long as configured, or for the operator", () => {
  expect(loadConfig({ PRIORART_PUBLISH_WINDOW: "0" }).publishWindow).toBe(0);
  expect(loadConfig({ PRIORART_PUBLISH_WINDOW: "1440" }).publishWindow).toBe(1_440);
  expect(loadConfig({ PRIORART_PUBLISH: "manual" }).publishWindow).toBeNull();
  expect(() => loadConfig({ PRIORART_PUBLISH: "never" })).toThrow(
    "PRIORART_PUBLISH must be one of auto, manual",
  );
  expect(() => loadConfig({ PRIORART_PUBLISH_WINDOW: "1441" })).toThrow(
    "PRIORART_PUBLISH_WINDOW must be a whole number from 0 to 1440",
  );
});
