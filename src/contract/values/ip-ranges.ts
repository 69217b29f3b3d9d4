/** Ranges of IP addresses in CIDR notation. */
import ipaddr from "ipaddr.js";

export type IpRange = [first: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

const fourParts = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Parses `10.0.0.0/8` or a single address; null for anything else. */
export function parseIpRange(text: string): IpRange | null {
  const [address = "", prefix, ...rest] = text.split("/");
  if (rest.length > 0 || !isIpAddress(address)) return null;
  const first = ipaddr.parse(address);
  const bits = first.kind() === "ipv4" ? 32 : 128;
  if (prefix === undefined) return [first, bits];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? [first, Number(prefix)] : null;
}

/**
 * Whether the text is an address as sockets and proxies write it: IPv4 in four decimal parts, or IPv6 without
 * brackets.
 */
export function isIpAddress(text: string): boolean {
  // The library also accepts 1, 0x7f.1 and 010.0.0.1, which other parsers read differently.
  return text.includes(":")
    ? ipaddr.IPv6.isValid(text)
    : fourParts.test(text) && ipaddr.IPv4.isValid(text) && !/(?:^|\.)0\d/.test(text);
}

/** Normalizes an address; an IPv4 address mapped into IPv6 becomes IPv4. Other text is returned unchanged. */
export function normalIpAddress(text: string): string {
  return isIpAddress(text) ? ipaddr.process(text).toString() : text;
}

/** Whether an address is in one of the ranges; false for text that is not an address. */
export function isInRanges(address: string, ranges: readonly IpRange[]): boolean {
  if (!isIpAddress(address)) return false;
  const spellings = [ipaddr.parse(address), ipaddr.process(address)];
  return ranges.some(([first, bits]) =>
    spellings.some((one) => one.kind() === first.kind() && one.match([first, bits] as never)),
  );
}

/** 127.0.0.0/8 and ::1, also as an IPv4 address mapped into IPv6. */
export function isLoopbackIp(address: string): boolean {
  return isIpAddress(address) && ipaddr.process(address).range() === "loopback";
}
