/** Serves the pages: one HTML file at every address of a page, and the files that it loads. */
import { ApiError } from "../../contract/api/errors.ts";
import type { ServerContext } from "../context.ts";
import type { Handler } from "../route.ts";
import { sendText } from "../send-text.ts";
import type { ConsolePage, ConsolePages } from "./ports.ts";

const pathOf = (context: ServerContext): string =>
  new URL(context.req.url).pathname.replace(/[/\\]{2,}/g, "/");

async function answer(context: ServerContext, page: ConsolePage | null): Promise<Response> {
  if (page === null) throw new ApiError("NOT_FOUND", "No such page: see /console/");
  const { bytes, type, cacheControl } = page;
  context.header("Cache-Control", cacheControl);
  return sendText(context, { text: bytes, type, compressible: /^text\/|svg/.test(type), repeats: true });
}

/** Everything below `/console/`. */
export function consoleFiles(pages: ConsolePages | null): Handler {
  return async (context) => {
    const path = pathOf(context).slice("/console/".length);
    if (/^(api|auth)(\/|$)/.test(path)) throw new ApiError("NOT_FOUND", "No such path in the console");
    if (pages === null)
      throw new ApiError("NOT_FOUND", "The console's pages are not part of this build; run npm run build");
    return answer(context, await pages.read(path));
  };
}

/** The addresses outside `/console/`. What a slug or key names is found by the page, which also says when nothing is. */
export function pageAt(pages: ConsolePages): Handler {
  return async (context) => answer(context, await pages.read(""));
}

/** Redirects `/projects/?query=x` to `/projects?query=x`. */
export const withoutSlash: Handler = (context) =>
  context.redirect(pathOf(context).replace(/\/$/, "") + new URL(context.req.url).search, 302);
