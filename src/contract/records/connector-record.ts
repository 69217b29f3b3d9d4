/** Where the documents of a source are read from: the field `connector` of a source. */
import { z } from "zod";
import { parseUrl } from "../values/parse-url.ts";
import { maxUrlLength, webUrlSchema } from "../values/web-url.ts";

/** Patterns of paths such as `docs/**` or `*.md`; `**` matches any number of folders. */
const patterns = z
  .array(z.string().trim().min(1).max(300))
  .max(100)
  .describe("Patterns of paths: * within a folder, ** across folders.");
const include = patterns.optional();
const exclude = patterns.optional();
/** A folder or file of the machine that reads it. */
const path = z
  .string()
  .min(1)
  .max(4_096)
  .refine((text) => text.startsWith("/") || /^[A-Za-z]:[\\/]/.test(text), "must be an absolute path");
const urls = z.array(webUrlSchema).min(1).max(1_000);

/** An address that git can fetch: https or http, or file where the operator allows it. */
const repositoryUrl = z
  .string()
  .max(maxUrlLength)
  .refine(
    isRepositoryUrl,
    "must be an https address of a repository such as https://git.example.org/docs.git, without a user name",
  );

function isRepositoryUrl(text: string): boolean {
  const url = /[\s\p{Cc}]/u.test(text) ? null : parseUrl(text);
  return (
    url !== null && /^(?:https?|file):$/.test(url.protocol) && url.username === "" && url.password === ""
  );
}

/** Where a file can be read by a person: `{path}` is its path, `{revision}` the commit. */
const linkTemplate = z
  .string()
  .max(maxUrlLength)
  .refine(
    (text) => text.includes("{path}") && webUrlSchema.safeParse(text.replace(/[{}]/g, "")).success,
    "must be a web address that contains {path}, such as https://git.example.org/docs/{path}",
  );

const delaySeconds = z
  .number()
  .min(0)
  .max(60)
  .optional()
  .describe("Pause between two requests to the host, in seconds. Default 1, or what robots.txt asks for.");

export const connectorSchemas = {
  git: z.strictObject({
    kind: z.literal("git"),
    url: repositoryUrl,
    branch: z
      .string()
      .regex(/^(?!-)[\w./-]{1,200}$/, "must be the name of a branch")
      .optional(),
    include,
    exclude,
    link: linkTemplate.optional(),
  }),
  feed: z.strictObject({ kind: z.literal("feed"), url: webUrlSchema, delaySeconds }),
  site: z.strictObject({
    kind: z.literal("site"),
    url: webUrlSchema.describe("A sitemap, or the page to start from."),
    depth: z
      .int()
      .min(0)
      .max(10)
      .optional()
      .describe("How many links to follow from the start page; not used with a sitemap. Default 2."),
    maxPages: z.int().min(1).max(100_000).optional().describe("Default 10,000."),
    include,
    exclude,
    delaySeconds,
  }),
  pdf: z
    .strictObject({ kind: z.literal("pdf"), urls: urls.optional(), path: path.optional(), include, exclude })
    .refine(oneOfUrlsAndPath, "give either urls or path"),
  mbox: z
    .strictObject({ kind: z.literal("mbox"), urls: urls.optional(), path: path.optional(), include, exclude })
    .refine(oneOfUrlsAndPath, "give either urls or path"),
  transcript: z
    .strictObject({
      kind: z.literal("transcript"),
      urls: urls.optional(),
      path: path.optional(),
      include,
      exclude,
      recording: webUrlSchema
        .optional()
        .describe("Address of the recording, when the source has only one; times become links into it."),
    })
    .refine(oneOfUrlsAndPath, "give either urls or path"),
  folder: z.strictObject({
    kind: z.literal("folder"),
    path,
    include,
    exclude,
    link: linkTemplate.optional(),
  }),
} as const;

function oneOfUrlsAndPath(given: { urls?: unknown; path?: unknown }): boolean {
  return (given.urls === undefined) !== (given.path === undefined);
}

export type ConnectorKind = keyof typeof connectorSchemas;

export type ConnectorRecordOf<Kind extends ConnectorKind> = z.output<(typeof connectorSchemas)[Kind]>;

export const connectorRecordSchema = z.discriminatedUnion("kind", [
  connectorSchemas.git,
  connectorSchemas.feed,
  connectorSchemas.site,
  connectorSchemas.pdf,
  connectorSchemas.mbox,
  connectorSchemas.transcript,
  connectorSchemas.folder,
]);
export type ConnectorRecord = z.output<typeof connectorRecordSchema>;

/** What may be declared over HTTP: the files of the server's machine are its operator's to open. */
export const remoteConnectorSchema = connectorRecordSchema.refine(
  (record) => !readsOwnMachine(record),
  "reads files of the server's machine: declare it there, with priorart import sources",
);

/** Whether a connector reads files of the machine that it runs on: those are its operator's to open. */
export function readsOwnMachine(connector: ConnectorRecord | null | undefined): boolean {
  if (connector === null || connector === undefined) return false;
  if ("path" in connector && connector.path !== undefined) return true;
  return connector.kind === "git" && connector.url.toLowerCase().startsWith("file:");
}

/** Whether its documents are pages of web sites, which repeat what is not their text. */
export function readsPages(record: ConnectorRecord | null | undefined): boolean {
  return record?.kind === "site" || record?.kind === "feed";
}

/** The same for connectors that would read the same documents, however their addresses are written. */
export function addressOf(record: ConnectorRecord): string {
  const {
    delaySeconds: _,
    maxPages: __,
    link: ___,
    recording: ____,
    ...address
  } = record as ConnectorRecord & Record<string, unknown>;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain).sort();
    return typeof value === "string" ? plainUrl(value) : value;
  };
  return JSON.stringify(
    Object.entries(address)
      .map(([name, value]) => [name, name === "path" ? plainPath(String(value)) : plain(value)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** A path without what the system ignores: `.`, `..`, repeated slashes and one at the end. */
function plainPath(text: string): string {
  const hasDrive = /^[A-Za-z]:/.test(text);
  const parts: string[] = [];
  for (const part of (hasDrive ? text.replaceAll("\\", "/") : text).split("/")) {
    if (part === "..") parts.splice(Math.max(parts.length - 1, hasDrive ? 1 : 0));
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return hasDrive ? parts.join("/") : `/${parts.join("/")}`;
}

/** Without what hosts and git do not distinguish; anything but an address as it is. */
function plainUrl(text: string): string {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return text;
  url.hash = "";
  return url.href.replace(/(?<!\/)\/$/, "").replace(/\.git$/, "");
}
