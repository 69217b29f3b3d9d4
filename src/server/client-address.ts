/** The client's address: the socket's, or the one that trusted proxies report. */
import { type IpRange, isInRanges, isIpAddress, normalIpAddress } from "../contract/values/ip-ranges.ts";
import type { ServerContext } from "./context.ts";

/** By connection: parsing costs more than the rest of a refusal. */
const socketAddresses = new WeakMap<object, string>();

export function socketAddress(context: ServerContext): string {
  const socket = context.env?.incoming?.socket;
  if (socket === undefined) return "unknown";
  let address = socketAddresses.get(socket);
  if (address === undefined) {
    address = normalIpAddress(socket.remoteAddress ?? "unknown");
    socketAddresses.set(socket, address);
  }
  return address;
}

export interface ClientAddresses {
  /** The client's normalized address. */
  of(context: ServerContext): string;
  /** Whether the connection comes from a trusted proxy. */
  viaTrustedProxy(context: ServerContext): boolean;
}

export function clientAddresses(trustedProxies: readonly IpRange[]): ClientAddresses {
  const isTrusted = (address: string) => isInRanges(address, trustedProxies);
  return {
    of: (context) => forwardedAddress(context, isTrusted),
    viaTrustedProxy: (context) => isTrusted(socketAddress(context)),
  };
}

/**
 * Reads `X-Forwarded-For` from its end, while the address that reported an entry is trusted: entries further left may
 * have been written by the caller.
 */
function forwardedAddress(context: ServerContext, trusted: (address: string) => boolean): string {
  let address = socketAddress(context);
  const reported = (context.req.header("x-forwarded-for") ?? "").split(",").map(withoutPort);
  while (trusted(address)) {
    const next = reported.pop();
    if (next === undefined || !isIpAddress(next)) break;
    address = normalIpAddress(next);
  }
  return address;
}

/** Some proxies add the client's port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  entry.trim().replace(/^(?:([\d.]+)|\[([^\]]*)\])(?::\d{1,5})?$/, "$1$2");
