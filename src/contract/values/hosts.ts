/** Which hosts belong to the public internet. Checks text only; nothing is resolved or connected to. */
import ipaddr from "ipaddr.js";
import { isLoopbackIp } from "./ip-ranges.ts";

/** Suffixes of names that public DNS does not resolve. */
const localSuffixes =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The host of a URL as an IP address or a name: without the brackets of IPv6 and without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Whether an IP address, in any spelling and without brackets, belongs to the public internet. */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address mapped into IPv6 reaches the same host.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  // Of IPv6, only 2000::/3 is assigned to the public internet.
  return parsed.kind() === "ipv4" || parsed.match(ipaddr.parse("2000::"), 3);
}

/** Whether a name can only be local: `localhost`, `printer.local`, or one without a dot. */
export function isLocalName(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, "");
  return !plain.includes(".") || localSuffixes.test(plain);
}

/** Whether the URL's host is public by its text: a public IP address, or a well-formed name that is not local. */
export function namesPublicHost(url: URL): boolean {
  const host = hostOf(url);
  if (ipaddr.isValid(host)) return isPublicIp(host);
  return host.length <= 253 && host.split(".").every((part) => label.test(part)) && !isLocalName(host);
}

/** Whether a name or an address in normal spelling, without brackets, is loopback. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || isLoopbackIp(host);
}

/** Whether the URL's host is loopback by its text. `URL` has normalized its spelling: 127.1 is 127.0.0.1 here. */
export function namesLoopback(url: URL): boolean {
  return isLoopbackHost(hostOf(url));
}
