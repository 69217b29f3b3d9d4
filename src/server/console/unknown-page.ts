/** A browser that opens an address without a page gets the pages, which say so and offer the nearest address. */
import type { MiddlewareHandler } from "hono";
import type { ServerApp, ServerContext, ServerEnv } from "../context.ts";
import { sendText } from "../send-text.ts";
import type { ConsolePages } from "./ports.ts";

/** What programs read, and what is refused below `/console`, stays an error in JSON. */
const ofPrograms = /^\/(api|console|oauth|mcp|\.well-known)(\/|$)/;

/** Every current browser says so, and scripts cannot. */
const isNavigation = (context: ServerContext): boolean =>
  context.req.header("sec-fetch-mode") === "navigate" && !ofPrograms.test(context.req.path);

/** To be added after all other routes. `guards`: what every page is sent through. */
export function addUnknownPage(
  app: ServerApp,
  pages: ConsolePages,
  guards: readonly MiddlewareHandler<ServerEnv>[],
): void {
  app.get("*", async (context, next) => {
    if (!isNavigation(context)) return context.notFound();
    await next();
  });
  for (const guard of guards) app.get("*", guard);
  app.get("*", async (context) => {
    const page = await pages.read("");
    if (page === null) return context.notFound();
    context.set("route", "(unknown page)");
    return sendText(context, { text: page.bytes, type: page.type, status: 404, compressible: true });
  });
}
