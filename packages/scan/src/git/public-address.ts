/** Restricts addresses from records to hosts on the public internet (SSRF protection). */
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { CloneFailure } from "./clone-failure.ts";

/** The network that repositories named by records are fetched from; tests replace its parts. */
export interface Network {
  /** Whether a URL of this protocol may be fetched from its host. */
  permitsProtocol(url: URL): boolean;
  /** Every address of a host. */
  addressesOf(host: string): Promise<readonly string[]>;
  permits(address: string, host: string): boolean;
  /** Whether a name can only mean a private host; such names are never resolved. */
  isLocalName(name: string): boolean;
}

/** Whether a host is public, by its text; supplied by the program that scans. */
export interface HostRules {
  isPublicIp(address: string): boolean;
  isLocalName(name: string): boolean;
}

export function publicInternet({ isPublicIp, isLocalName }: HostRules): Network {
  return {
    permitsProtocol: ({ protocol }) => protocol === "https:",
    addressesOf: async (host) =>
      (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
    permits: isPublicIp,
    isLocalName,
  };
}

/**
 * The addresses at which the URL's host may be reached: null where a proxy resolves them. Throws CloneFailure:
 * `refused` when any address is not public (mixed results are not trusted), `unreachable` when there is none.
 */
export async function checkedAddresses(url: URL, network: Network): Promise<readonly string[] | null> {
  if (!network.permitsProtocol(url)) {
    throw new CloneFailure("refused", `the server redirected to ${url.protocol}//, which is not fetched`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const addresses = ipaddr.isValid(host) ? [host] : await resolved(host, network);
  if (addresses?.some((address) => !network.permits(address, host))) {
    throw new CloneFailure("refused", `${host} is not an address of the public internet`);
  }
  return addresses;
}

async function resolved(host: string, network: Network): Promise<readonly string[] | null> {
  if (network.isLocalName(host)) {
    throw new CloneFailure("refused", `${host} is not an address of the public internet`);
  }
  try {
    const addresses = await network.addressesOf(host);
    if (addresses.length > 0) return addresses;
  } catch {
    // Below: a proxy may resolve names that this machine cannot.
  }
  if (hasProxy()) return null;
  throw new CloneFailure("unreachable", `the host ${host} was not found`);
}

function hasProxy(): boolean {
  return ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].some((name) => Boolean(process.env[name]));
}

/** Setting that makes git connect to these addresses only (git 2.37 and later; older versions ignore it). */
export function pinned(url: URL, addresses: readonly string[] | null): string[] {
  if (addresses === null || ipaddr.isValid(url.hostname.replace(/^\[|\]$/g, ""))) return [];
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const list = addresses.map((address) => (address.includes(":") ? `[${address}]` : address)).join(",");
  return [`http.curloptResolve=${url.hostname}:${port}:${list}`];
}
