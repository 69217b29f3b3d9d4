import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";

/**
 * Digest of the network that a client address belongs to: the IPv4 address, or the /64 of an IPv6 address, which is
 * what one subscriber gets. Addresses are counted by it, and never stored readable.
 */
export function clientNetwork(address: string): string {
  return keyDigest(networkOf(address));
}

/** 128 bits of SHA-256, hex: a key to count by that does not show what is counted. */
export function keyDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
