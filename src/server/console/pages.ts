/** Serves the files of the console's pages. */
import { ApiError } from "../../contract/api/errors.ts";
import type { Handler } from "../route.ts";
import type { ConsolePages } from "./ports.ts";

export function consolePages(pages: ConsolePages | null): Handler {
  return async (context) => {
    const path = new URL(context.req.url).pathname.replace(/\/{2,}/g, "/").slice("/console/".length);
    if (/^(api|auth)(\/|$)/.test(path)) throw new ApiError("NOT_FOUND", "No such path in the console");
    if (pages === null)
      throw new ApiError("NOT_FOUND", "The console's pages are not part of this build; run npm run build");
    const page = await pages.read(path);
    if (page === null) throw new ApiError("NOT_FOUND", "No such page: see /console/");
    return context.body(page.bytes, 200, { "Content-Type": page.type, "Cache-Control": page.cacheControl });
  };
}
