/**
 * Which hosts and addresses requests may be sent to. Addresses are checked after DNS, and only those are connected
 * to.
 */
import { lookup } from "node:dns/promises";
import { isIPv6, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { hostOf, isLocalName, isPublicIp } from "../contract/values/hosts.ts";
import { HttpError } from "./http-error.ts";

export interface ReachableHosts {
  /**
   * Throws HttpError (`refused`) when the URL's text names a private host that is not allowed; with `private`, every
   * private host is allowed.
   */
  check(url: URL, options?: { private?: boolean }): void;
  /** For `net.connect`: resolves a host, checks every address, and connects to these addresses and no others. */
  lookup: LookupFunction;
}

export interface ReachableHostsOptions {
  /** Hosts, as `hostOf` writes them, that may have private addresses. */
  allowPrivateHosts?: readonly string[];
  /** Resolves a name to all its addresses; for tests. */
  resolve?(host: string): Promise<readonly string[]>;
  /** For tests, whose servers have private addresses. */
  isPublic?(address: string): boolean;
}

const resolveWithSystem = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export function reachableHosts({
  allowPrivateHosts = [],
  resolve = resolveWithSystem,
  isPublic = isPublicIp,
}: ReachableHostsOptions): ReachableHosts {
  const allowed = new Set(allowPrivateHosts);

  /**
   * A local name passed `check`, so its addresses may be private. A public name with any private address is refused.
   */
  const addressesOf = async (host: string): Promise<readonly string[]> => {
    const addresses = await resolve(host);
    if (addresses.length === 0) throw new HttpError("unreachable", "no connection (ENOTFOUND)");
    const mayBePrivate = allowed.has(host) || isLocalName(host);
    if (!mayBePrivate && !addresses.every(isPublic)) throw refused();
    return addresses;
  };

  return {
    check(url, options) {
      const host = hostOf(url);
      const isPrivate = ipaddr.isValid(host) ? !isPublic(host) : isLocalName(host);
      if (isPrivate && options?.private !== true && !allowed.has(host)) throw refused();
    },
    lookup(name, options, callback) {
      addressesOf(name.replace(/\.$/, "")).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
          if (options.all) callback(null, found);
          else callback(null, found[0]!.address, found[0]!.family);
        },
        (error) => callback(error, []),
      );
    },
  };
}

function refused(): HttpError {
  return new HttpError(
    "refused",
    "its address is private; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS",
  );
}
