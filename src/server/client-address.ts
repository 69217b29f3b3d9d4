/** Who is calling: the socket's address, or the one that trusted proxies report. */
import { BlockList, isIP } from "node:net";
import type { ServerContext } from "./context.ts";

/** An IPv4 address in IPv6 clothing is the same client. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 4 ? "ipv4" : "ipv6");

/** Throws when an entry is neither an IP address nor a CIDR range. */
function proxyList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix, ...rest] = entry.trim().split("/");
    const bits = isIP(address) === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    const wellFormed = prefix === undefined || /^\d{1,3}$/.test(prefix);
    if (isIP(address) === 0 || rest.length > 0 || !wellFormed || length > bits) {
      throw new Error(
        `Trusted proxies: "${entry}" is neither an IP address nor a CIDR range such as 10.0.0.0/8`,
      );
    }
    list.addSubnet(address, length, family(address));
  }
  return list;
}

export function socketAddress(context: ServerContext): string {
  return plain(context.env?.incoming?.socket.remoteAddress ?? "unknown");
}

/**
 * Reads `X-Forwarded-For` from its end, as long as the address that reported an entry is trusted: what
 * stands further left may have been written by the caller.
 */
export function clientAddressOf(trustedProxies: readonly string[]): (context: ServerContext) => string {
  const proxies = proxyList(trustedProxies);
  const trusted = (address: string) => isIP(address) !== 0 && proxies.check(address, family(address));
  return (context) => {
    let address = socketAddress(context);
    if (!trusted(address)) return address;
    const reported = (context.req.header("x-forwarded-for") ?? "")
      .split(",")
      .map((entry) => plain(entry.trim()));
    while (trusted(address)) {
      const next = reported.pop();
      if (next === undefined || isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}
