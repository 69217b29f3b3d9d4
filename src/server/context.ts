/** The context of one request in the middleware. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

export interface ServerEnv {
  /** Absent when a request is dispatched without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Route template for logs and metrics. */
    route: string;
  };
}
export type ServerContext = Context<ServerEnv>;
export type ServerApp = Hono<ServerEnv>;
