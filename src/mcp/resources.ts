/** Projects and documents as resources: the same records as the tools, as text to read. */
import {
  type CompleteResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { ArchiveDocumentPage, SearchArchivesResponse } from "../contract/api/archive.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { SearchProjectsResponse } from "../contract/api/search-projects.ts";
import type { McpPort } from "./port.ts";
import { tokenBudget } from "./present.ts";
import type { Json } from "./tool.ts";
import { renderText } from "./view/render-text.ts";
import { charactersPerToken, shorten } from "./view/shorten.ts";

const projectPrefix = "priorart://projects/";
const documentPrefix = "priorart://archive/";
const text = { mimeType: "text/plain" };
/** Of a document in one resource; the rest is read with `?offset=`. */
const documentCharacters = 20_000;

export const resourceList: ListResourcesResult["resources"] = [
  {
    uri: "priorart://filters",
    name: "filters",
    title: "Filter values",
    description: "The first hackathons, tracks, tags, sources and clusters of each list",
    ...text,
  },
  {
    uri: "priorart://categories",
    name: "categories",
    title: "Categories of projects",
    description: "Every category with its definition",
    ...text,
  },
];

export const resourceTemplates: ListResourceTemplatesResult["resourceTemplates"] = [
  {
    uriTemplate: `${projectPrefix}{slug}`,
    name: "project",
    title: "Project",
    description: "One project, by its slug",
    ...text,
  },
  {
    uriTemplate: `${documentPrefix}{documentId}{?offset}`,
    name: "document",
    title: "Archive document",
    description: "The text of one document by its id, from a character on",
    ...text,
  },
];

const shortened = (answer: object) =>
  renderText(
    shorten(answer as Json, { characters: tokenBudget.full * charactersPerToken, list: null }).value,
  );

/** Throws a protocol error for an unknown address. */
export async function readResource(
  port: McpPort,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  try {
    const read = await textOf(port, uri, signal);
    if (read === null) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...text, text: read }] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "NOT_FOUND") throw new ResourceNotFoundError(uri, error.message);
    const code =
      error.status < 500 && error.status !== 429
        ? ProtocolErrorCode.InvalidParams
        : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, `${error.code}: ${error.message}`);
  }
}

async function textOf(port: McpPort, uri: string, signal: AbortSignal): Promise<string | null> {
  if (uri === "priorart://filters") return shortened(await port.execute("getFilters", {}, signal));
  if (uri === "priorart://categories") return shortened(await port.execute("getCategories", {}, signal));
  const slug = nameIn(uri, projectPrefix);
  if (slug !== null) return shortened(await port.execute("getProject", { slug }, signal));
  const [, documentId, offset = "0"] =
    /^([^?]+)(?:\?offset=(\d+))?$/.exec(nameIn(uri, documentPrefix) ?? "") ?? [];
  if (documentId === undefined) return null;
  const request = { documentId, offset, maxChars: String(documentCharacters) };
  return documentText((await port.execute("readDocument", request, signal)) as ArchiveDocumentPage);
}

function nameIn(uri: string, prefix: string): string | null {
  if (!uri.startsWith(prefix) || uri.length === prefix.length) return null;
  try {
    return decodeURIComponent(uri.slice(prefix.length));
  } catch {
    return null;
  }
}

function documentText(page: ArchiveDocumentPage): string {
  const { title, author, machineSummary, source, url, publishedAt, content, nextOffset, excerptNote } = page;
  const head = renderText({ title, author, machineSummary, source, url, publishedAt, excerptNote });
  const rest =
    nextOffset === null ? "" : `\n\nIt continues at ${documentPrefix}${page.documentId}?offset=${nextOffset}`;
  return `${head}\n\n${content}${rest}`;
}

const suggestions = 10;

/** Slugs of projects, and ids of documents, that the typed words find. */
export async function completeResource(
  port: McpPort,
  typed: { name: string; value: string },
  signal: AbortSignal,
): Promise<CompleteResult["completion"]> {
  const query = typed.value.replaceAll(/[-_]+/g, " ").trim().slice(0, 200);
  if (query === "") return { values: [] };
  if (typed.name === "slug") {
    const request = { query, limit: suggestions };
    const { results } = (await port.execute("searchProjects", request, signal)) as SearchProjectsResponse;
    return { values: results.map(({ slug }) => slug) };
  }
  if (typed.name !== "documentId") return { values: [] };
  const request = { query, limit: suggestions };
  const { results } = (await port.execute("searchArchives", request, signal)) as SearchArchivesResponse;
  return { values: [...new Set(results.map(({ documentId }) => documentId))] };
}
