/**
 * Addresses that callers name: of the public internet only. Nothing is looked up or fetched here; what counts is what
 * the text itself says, in whatever spelling. `URL` has done half of it: 0x7f.1, 2130706433 and full-width digits are
 * 127.0.0.1 afterwards, and names are in ASCII.
 */
import { z } from "zod";
import { codePoints } from "./text.ts";

const MAX_LENGTH = 2_000;

/** First address and length of prefix; the IANA registries of special-purpose addresses, and multicast. */
const specialIpv4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/** Within 2000::/3, outside of which nothing is public: protocol assignments, documentation, 6to4, AS112. */
const specialIpv6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];
/** Last labels of names that no public server answers for. */
const localSuffixes =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Whether a name can only mean a machine nearby: `localhost`, `printer.local`, or one without a dot. */
export function isLocalName(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, "");
  return !plain.includes(".") || localSuffixes.test(plain);
}

/** Whether an IP address, in any spelling and without brackets, belongs to the public internet. */
export function isPublicIp(address: string): boolean {
  const host = address.includes(":") ? `[${address}]` : address;
  if (!/^[\da-fx.:]+$/i.test(address) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return isIpv4(hostname) ? isPublicIpv4(hostname) : hostname.startsWith("[") && isPublicIpv6(hostname);
}

/** A URL to a public http or https page: trimmed, at most 2,000 characters; settles to its normal spelling. */
export const publicUrlSchema = codePoints({ min: 1, max: MAX_LENGTH, trim: true })
  .transform((text, context) => {
    const problem = problemOf(text);
    if (problem === null) return new URL(text).href;
    context.issues.push({ code: "custom", message: problem, input: text });
    return z.NEVER;
  })
  .meta({ format: "uri", minLength: 1, maxLength: MAX_LENGTH });

/** What is wrong, as the end of a sentence that begins with the field; null: nothing. */
function problemOf(text: string): string | null {
  // Browsers read past line ends and tabs; people who look at the address do not see them.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text))
    return "must be a valid URL such as https://example.org/blog";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `must be an http or https address, not ${url.protocol.slice(0, 20)}`;
  if (url.username !== "" || url.password !== "")
    return "must not hold a user name or password; leave out what stands before the @";
  if (!isPublicHost(url.hostname))
    return "must lead to the public internet, not to a private, local or reserved host";
  return null;
}

function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith("[") || isIpv4(hostname)) return isPublicIp(hostname.replace(/^\[|\]$/g, ""));
  const name = hostname.replace(/\.$/, "");
  return name.length <= 253 && name.split(".").every((part) => label.test(part)) && !isLocalName(name);
}

const isIpv4 = (hostname: string): boolean => /^\d+(?:\.\d+){3}$/.test(hostname);

function isPublicIpv4(address: string): boolean {
  const value = ipv4Number(address);
  return !specialIpv4.some(([first, bits]) => value >>> (32 - bits) === ipv4Number(first) >>> (32 - bits));
}

function ipv4Number(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** `hostname` in brackets, as `URL` writes it. */
function isPublicIpv6(hostname: string): boolean {
  const value = ipv6Number(hostname.slice(1, -1));
  if (value >> 32n === 0xffffn) return isPublicIpv4(mappedIpv4(value));
  if (value >> 125n !== 1n) return false;
  const prefix = (address: bigint, bits: number) => address >> BigInt(128 - bits);
  return !specialIpv6.some(([first, bits]) => prefix(value, bits) === prefix(ipv6Number(first), bits));
}

function ipv6Number(address: string): bigint {
  const [head = "", tail] = address.split("::");
  const groups = (part: string | undefined) => (part ? part.split(":") : []);
  const [left, right] = [groups(head), groups(tail)];
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return BigInt(`0x${[...left, ...zeros, ...right].map((group) => group.padStart(4, "0")).join("")}`);
}

function mappedIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
}
