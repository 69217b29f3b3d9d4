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
   * Throws HttpError (`refused`) when the URL's text names a private host that is not allowed, or a port of another
   * protocol; with `private`, every host and port is allowed.
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

/** Ports that browsers send no HTTP to (https://fetch.spec.whatwg.org/#port-blocking). */
const otherProtocols = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

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
      if (options?.private === true) return;
      if (isPrivate && !allowed.has(host)) throw refused();
      if (otherProtocols.has(Number(url.port)))
        throw new HttpError("refused", `port ${url.port} is one of another protocol than HTTP`);
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
