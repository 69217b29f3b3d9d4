/** The root of every address, and how pages below it are declared. */
import { createRootRoute } from "@tanstack/react-router";
import { App } from "../app.tsx";
import { NotFoundPage } from "../pages/not-found/not-found-page.tsx";
import { asText, type RawSearch } from "./search-params.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Shown without a session, in its own layout. */
    open?: boolean;
    /** Shown without a session, too; with one, among the pages of members. */
    readable?: boolean;
    /** To other members it looks like an unknown page. */
    adminOnly?: boolean;
  }
}

export const root = createRootRoute({ component: App, notFoundComponent: NotFoundPage });

export const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path }) as const;

/** Text values of the address, by name. */
export const texts =
  <Name extends string>(...names: Name[]) =>
  (search: RawSearch): { [One in Name]?: string } =>
    Object.fromEntries(names.map((name) => [name, asText(search[name])])) as { [One in Name]?: string };
