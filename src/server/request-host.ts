/** Checks the `Host` header against DNS rebinding, by which a foreign page reaches a service on this machine. */
import { hostOf, namesLoopback } from "../contract/values/hosts.ts";
import { isLoopbackIp, normalIpAddress } from "../contract/values/ip-ranges.ts";
import { socketAddress } from "./client-address.ts";
import type { ServerContext } from "./context.ts";

const requestUrl = (context: ServerContext) => new URL(context.req.url);

/** Whether `Host` is a loopback host, the address that the client connected to, or the host configured to listen on. */
export function hasOwnHost(context: ServerContext, listenHost: string): boolean {
  const url = requestUrl(context);
  if (namesLoopback(url)) return true;
  const host = normalIpAddress(hostOf(url));
  const local = context.env?.incoming?.socket.localAddress;
  return (local !== undefined && host === normalIpAddress(local)) || host === listenHost.toLowerCase();
}

/**
 * The service's origin: the public one, else as the client addresses it, which is one of the service's own hosts
 * where that is checked.
 */
export const ownOrigin = (context: ServerContext, publicOrigin: string | null): string =>
  publicOrigin ?? requestUrl(context).origin;

const proxyHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/** Whether the request comes from this machine directly: not through a proxy, and with a loopback `Host`. */
export function isLocalRequest(context: ServerContext): boolean {
  return (
    isLoopbackIp(socketAddress(context)) &&
    namesLoopback(requestUrl(context)) &&
    proxyHeaders.every((name) => context.req.header(name) === undefined)
  );
}
