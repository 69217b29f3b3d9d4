/** The client's address: the socket's, or the one that trusted proxies report. */
import { isInRanges, isIpAddress, normalIpAddress, parseIpRange } from "../contract/values/ip-ranges.ts";
import type { ServerContext } from "./context.ts";

export function socketAddress(context: ServerContext): string {
  return normalIpAddress(context.env?.incoming?.socket.remoteAddress ?? "unknown");
}

export interface ClientAddresses {
  /** The client's normalized address. */
  of(context: ServerContext): string;
  /** Whether the connection comes from a trusted proxy. */
  viaTrustedProxy(context: ServerContext): boolean;
}

/** Throws when an entry is neither an IP address nor a CIDR range. */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const ranges = trustedProxies.map((entry) => {
    const range = parseIpRange(entry.trim());
    if (range) return range;
    throw new Error(
      `Trusted proxies: "${entry}" is neither an IP address nor a CIDR range such as 10.0.0.0/8`,
    );
  });
  return {
    of: (context) => forwardedAddress(context, (address) => isInRanges(address, ranges)),
    viaTrustedProxy: (context) => isInRanges(socketAddress(context), ranges),
  };
}

/**
 * Reads `X-Forwarded-For` from its end, while the address that reported an entry is trusted: entries further left may
 * have been written by the caller.
 */
function forwardedAddress(context: ServerContext, trusted: (address: string) => boolean): string {
  let address = socketAddress(context);
  const reported = (context.req.header("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  while (trusted(address)) {
    const next = reported.pop();
    if (next === undefined || !isIpAddress(next)) break;
    address = normalIpAddress(next);
  }
  return address;
}
