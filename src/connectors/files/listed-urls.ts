/** A list of addresses as an open source: one item for each, asked for only when it has changed. */
import { getIfChanged, maxFileBytes } from "../../net/conditional-get.ts";
import { HttpError } from "../../net/http-error.ts";
import { type ConnectorContext, ItemFailure, type OpenSource } from "../connector.ts";
import type { Format } from "../formats/format.ts";
import { contentType } from "../web/content-type.ts";
import { percentDecoded } from "../web/percent-decoded.ts";

/** Pause between two requests to a host. */
const DELAY_MS = 1_000;

export interface ListedUrlsOptions {
  urls: readonly string[];
  /** `mediaType` is in lower case, without parameters. */
  formatOf(path: string, mediaType: string): Format | null;
}

/** Ids are the addresses. What answers 404 or 410 is gone; if it was never read, the address is wrong. */
export function openListedUrls(
  { urls, formatOf }: ListedUrlsOptions,
  { http, signal }: Pick<ConnectorContext, "http" | "signal">,
): OpenSource {
  const listed = new Set(urls.map((url) => new URL(url).href));
  return {
    async *items() {
      for (const id of listed) {
        signal.throwIfAborted();
        yield { id, version: null, mustExist: true };
      }
    },
    async fetch({ id }, known) {
      signal.throwIfAborted();
      if (!listed.has(id)) return { outcome: "gone" };
      const got = await getIfChanged(
        http,
        { url: id, maxBytes: maxFileBytes, delayMs: DELAY_MS, signal },
        known,
      ).catch((error) => {
        throw error instanceof HttpError ? new ItemFailure(error.message, { cause: error }) : error;
      });
      if (got.outcome === "failed") throw new ItemFailure(`the server answered with status ${got.status}`);
      if (got.outcome !== "read") return got;
      const { response, validators } = got;
      const { type, charset } = contentType(response);
      const name = nameOf(id);
      const format = formatOf(name, type);
      if (format === null) return { outcome: "skipped", reason: `is ${type || "of an unknown type"}` };
      const content = { format, bytes: response.body, name, hints: { url: id }, ...(charset && { charset }) };
      return { outcome: "read", content, validators };
    },
    listsAll: () => true,
    state: () => null,
    close: async () => {},
  };
}

/** The path of an address. */
const nameOf = (url: string) => percentDecoded(new URL(url).pathname.replace(/^\/+/, ""));
