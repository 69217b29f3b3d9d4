import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";

/**
 * Digest of the network of a client address: the IPv4 address, or the /64 of an IPv6 address, which is what one
 * subscriber gets. Addresses are counted under this digest and never stored in plain text.
 */
export function clientNetwork(address: string): string {
  return keyDigest(networkOf(address));
}

/** 128 bits of SHA-256, hex: a counter key that does not reveal its input. */
export function keyDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
