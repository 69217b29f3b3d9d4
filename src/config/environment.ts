/** One schema per variable: parses text into a setting. Messages complete the sentence "VARIABLE …". */
import { isIP } from "node:net";
import { z } from "zod";
import { hostOf, namesLoopback } from "../contract/values/hosts.ts";
import { type IpRange, parseIpRange } from "../contract/values/ip-ranges.ts";
import { parseUrl } from "../contract/values/parse-url.ts";
import { databaseUrl } from "./database-url.ts";
import { searchNodes } from "./search-url.ts";
import { snapshotPlace } from "./snapshot-store.ts";
import type { VariableName } from "./variables.ts";

export const environmentSchema = z.object({
  PRIORART_DATA: z.string().default("./data"),
  PRIORART_DATABASE_URL: z.string().transform(databaseUrl).optional(),
  PRIORART_DATABASE_POOL: wholeNumber(2, 200, "each server uses up to twice as many connections").default(8),
  PRIORART_SEARCH_URL: z.string().transform(searchNodes).optional(),
  PRIORART_SEARCH_PASSWORD: headerText().optional(),
  PRIORART_SEARCH_PASSWORD_FILE: z.string().optional(),
  PRIORART_SEARCH_CA: z.string().optional(),
  PRIORART_SEARCH_PREFIX: name("priorart"),
  PRIORART_SEARCH_TIMEOUT: wholeNumber(100, 60_000, "milliseconds").default(1_500),
  PRIORART_SNAPSHOTS: z.string().transform(snapshotPlace).optional(),
  PRIORART_SERVER: z.string().transform(serverUrl).optional(),
  PRIORART_TOKEN: headerText().optional(),
  PRIORART_TOKEN_FILE: z.string().optional(),
  PRIORART_HOST: z
    .string()
    .regex(/^\S+$/, "must be an address or host name; give one such as 0.0.0.0")
    .default("127.0.0.1"),
  PRIORART_PORT: wholeNumber(0, 65_535, "0 takes any free port").default(8787),
  PRIORART_SERVICE: name("priorart"),
  PRIORART_PATH_SEGMENT: name("research_assistant"),
  PRIORART_EMBEDDER: oneOf(["fitted", "http", "onnx"]).default("fitted"),
  PRIORART_EMBEDDINGS_URL: z.string().transform(embeddingsUrl).optional(),
  PRIORART_EMBEDDINGS_MODEL: z
    .string()
    .max(200, "must be at most 200 characters")
    .default("text-embedding-3-small"),
  PRIORART_EMBEDDINGS_DIMENSIONS: wholeNumber(
    1,
    8192,
    "leave it out for the model's default length",
  ).optional(),
  PRIORART_EMBEDDINGS_KEY: headerText().optional(),
  PRIORART_EMBEDDINGS_KEY_FILE: z.string().optional(),
  PRIORART_MODEL: z.string().optional(),
  PRIORART_ONNX_PASSAGES: oneOf(["all", "lead", "none"]).default("all"),
  PRIORART_LLM_URL: z.string().transform(languageModelUrl).optional(),
  PRIORART_LLM_MODEL: z.string().max(200, "must be at most 200 characters").optional(),
  PRIORART_LLM_KEY: headerText().optional(),
  PRIORART_LLM_KEY_FILE: z.string().optional(),
  PRIORART_LIMIT_SEARCH: limit().default(30),
  PRIORART_LIMIT_ANALYSIS: limit().default(10),
  PRIORART_LIMIT_ME: limit().default(10),
  PRIORART_LIMIT_SUGGESTIONS: limit().default(5),
  PRIORART_LIMIT_FEEDBACK: limit().default(10),
  PRIORART_LIMIT_CONCURRENCY: limit().default(2),
  PRIORART_LIMIT_CONCURRENCY_WAIT: wholeNumber(0, 60_000, "0 refuses immediately").default(1_000),
  PRIORART_LIMIT_PAGE_SEARCH: limit().default(120),
  PRIORART_LIMIT_PAGE_ANALYSIS: limit().default(60),
  PRIORART_LIMIT_PAGE_CONCURRENCY: limit().default(8),
  PRIORART_WORKERS: wholeNumber(1, 256, "leave it out for one per core").optional(),
  PRIORART_TRUSTED_PROXIES: z.string().transform(addressRanges).default([]),
  PRIORART_LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  PRIORART_METRICS_TOKEN: headerText()
    .min(16, "must have at least 16 characters; generate a random one")
    .optional(),
  PRIORART_PUBLIC_URL: z.string().transform(publicOrigin).optional(),
  PRIORART_CORS_ORIGINS: z.string().transform(pageOrigins).default([]),
  PRIORART_SECRET: headerText().min(32, "must have at least 32 characters; generate a random one").optional(),
  PRIORART_SIGN_UP: z.string().transform(signUpDomains).default([]),
  PRIORART_OIDC_ISSUER: z.string().transform(issuer).optional(),
  PRIORART_OIDC_CLIENT_ID: headerText().optional(),
  PRIORART_OIDC_CLIENT_SECRET: headerText().optional(),
  PRIORART_OIDC_NAME: z.string().max(60, "must be at most 60 characters").default("Single sign-on"),
  PRIORART_ESCALATION_WEBHOOK: z.string().transform(webhookUrl).optional(),
  PRIORART_ESCALATION_SECRET: headerText()
    .min(32, "must have at least 32 characters; generate a random one")
    .optional(),
  PRIORART_ALLOW_PRIVATE_HOSTS: z.string().transform(hostNames).default([]),
  PRIORART_PUBLISH: oneOf(["auto", "manual"]).default("auto"),
  PRIORART_PUBLISH_WINDOW: wholeNumber(0, 1_440, "minutes; 0 publishes immediately").default(10),
  PRIORART_UPLOAD_BYTES: wholeNumber(0, 10 ** 12, "bytes; 0 refuses uploads").default(10 ** 9),
  PRIORART_TAXONOMY: z.string().optional(),
} satisfies Record<VariableName, z.ZodType>);

export type Environment = z.output<typeof environmentSchema>;

function wholeNumber(least: number, most: number, advice: string) {
  const rule = `must be a whole number from ${least} to ${most}; ${advice}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .pipe(z.number().min(least, rule).max(most, rule));
}

function limit() {
  return wholeNumber(0, 1_000_000, "0 turns the limit off");
}

function name(fallback: string) {
  const rule = `must be 1 to 64 lower-case letters, digits, "-" and "_", starting with a letter; the default is ${fallback}`;
  return z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,63}$/, rule)
    .default(fallback);
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `must be one of ${values.join(", ")}`);
}

/** A valid Authorization header value; anything else would only fail at the first request. */
function headerText() {
  return z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces; check for a stray quote or line end");
}

function embeddingsUrl(text: string, context: z.RefinementCtx): string {
  return endpointUrl(text, context, { path: "/embeddings", key: "PRIORART_EMBEDDINGS_KEY" });
}

function languageModelUrl(text: string, context: z.RefinementCtx): string {
  return endpointUrl(text, context, { path: "/chat/completions", key: "PRIORART_LLM_KEY" });
}

function endpointUrl(
  text: string,
  context: z.RefinementCtx,
  endpoint: { path: string; key: string },
): string {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    context.addIssue({
      code: "custom",
      message:
        "must be an http or https address without user name or password; give one such as " +
        `http://127.0.0.1:8080/v1 (a key goes into ${endpoint.key})`,
    });
    return z.NEVER;
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  if (!path.endsWith(endpoint.path)) url.pathname = `${path === "" ? "/v1" : path}${endpoint.path}`;
  return url.href;
}

/** Without a slash at the end. */
function serverUrl(text: string, context: z.RefinementCtx): string {
  const url = parseUrl(text);
  const bare =
    url !== null && url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (bare && /^https?:$/.test(url.protocol)) return url.href.replace(/\/$/, "");
  context.addIssue({
    code: "custom",
    message:
      "must be an http or https address without user name, password or query; give the server's root address, such " +
      "as https://research.example.org",
  });
  return z.NEVER;
}

/** Any host that the operator configures, including this machine. */
function webhookUrl(text: string, context: z.RefinementCtx): string {
  const url = parseUrl(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "")
    return url.href;
  context.addIssue({
    code: "custom",
    message:
      "must be an http or https address without user name or password; give one such as https://alerts.example.org/in",
  });
  return z.NEVER;
}

/** Only the origin: the console's paths are fixed. */
function publicOrigin(text: string, context: z.RefinementCtx): string {
  const url = parseUrl(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  context.addIssue({
    code: "custom",
    message:
      "must be an http or https address without path, user name or query; give one such as https://research.example.org",
  });
  return z.NEVER;
}

/** Origins as browsers send them; `*` makes all others needless. */
function pageOrigins(text: string, context: z.RefinementCtx): string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  const origins = entries
    .filter((entry) => entry !== "")
    .map((entry) => {
      if (entry === "*") return entry;
      const url = entry.includes("*") ? null : parseUrl(entry);
      if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
      context.addIssue({
        code: "custom",
        message: `holds ${JSON.stringify(entry)}, which is not an origin; give http or https addresses without path, such as https://app.example.org, or * for all`,
      });
      return entry;
    });
  return [...new Set(origins)];
}

/** Unchanged: the issuer must equal the provider's spelling, including a trailing slash. */
function issuer(text: string, context: z.RefinementCtx): string {
  const url = parseUrl(text);
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && namesLoopback(url));
  if (url !== null && safe && url.username === "" && url.search === "" && url.hash === "") return text;
  context.addIssue({
    code: "custom",
    message:
      "must be the provider's https address (http only on this machine), without query; give one such as " +
      "https://login.example.org/realms/main",
  });
  return z.NEVER;
}

function signUpDomains(text: string, context: z.RefinementCtx): string[] {
  if (text.toLowerCase() === "closed") return [];
  const domains = text
    .split(",")
    .map((domain) => domain.trim().toLowerCase())
    .filter((domain) => domain !== "");
  for (const domain of domains) {
    if (/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain))
      continue;
    context.addIssue({
      code: "custom",
      message: `holds ${JSON.stringify(domain)}, which is not a domain of e-mail addresses; give closed, or domains such as example.org`,
    });
  }
  return [...new Set(domains)];
}

/** Normalized like `hostOf`, so that they compare equal to hosts of URLs. */
function hostNames(text: string, context: z.RefinementCtx): string[] {
  const hosts: string[] = [];
  for (const given of text.split(",").map((host) => host.trim())) {
    if (given === "") continue;
    const bare = given.replace(/^\[(.*)\]$/, "$1");
    const isHost = isIP(bare) === 6 || /^[^\s/?#@\\:]+$/.test(given);
    const url = isHost ? parseUrl(isIP(bare) === 6 ? `http://[${bare}]/` : `http://${given}/`) : null;
    if (url !== null) hosts.push(hostOf(url));
    else
      context.addIssue({
        code: "custom",
        message: `holds ${JSON.stringify(given)}, which is not a host; give names or IP addresses without scheme and port, such as feeds.example.org,10.0.0.5`,
      });
  }
  return [...new Set(hosts)];
}

function addressRanges(text: string, context: z.RefinementCtx): IpRange[] {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return entries.flatMap((entry) => {
    const range = parseIpRange(entry);
    if (range !== null) return [range];
    context.addIssue({
      code: "custom",
      message: `holds ${JSON.stringify(entry)}, which is not an IP address or range; give such as 127.0.0.1 or 10.0.0.0/8`,
    });
    return [];
  });
}
