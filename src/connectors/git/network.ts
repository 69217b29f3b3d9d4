/** Which repositories may be read: https anywhere on the public internet, everything else where the operator allows it. */
import { type Network, publicInternet } from "../../../packages/scan/src/index.ts";
import { hostOf, isLocalName, isPublicIp } from "../../contract/values/hosts.ts";
import type { ConnectorContext } from "../connector.ts";

type Allowed = Pick<ConnectorContext, "allowPrivateHosts" | "allowFiles">;

/** Why the address is not read, by its text; null where it may be. */
export function refusal(url: string, { allowPrivateHosts, allowFiles }: Allowed): string | null {
  const address = new URL(url);
  if (address.protocol === "https:") return null;
  if (address.protocol === "file:") {
    if (!allowFiles)
      return "file:// repositories are not read; if that is intended, add the word file to PRIORART_ALLOW_PRIVATE_HOSTS";
    return address.host === ""
      ? null
      : "a file:// address must not name a host: write file:///path/to/repository";
  }
  if (allowPrivateHosts.includes(hostOf(address))) return null;
  return "http:// repositories are read only from hosts in PRIORART_ALLOW_PRIVATE_HOSTS; use https://";
}

export function networkOf({ allowPrivateHosts }: Pick<Allowed, "allowPrivateHosts">): Network {
  const allowed = new Set(allowPrivateHosts);
  return {
    ...publicInternet({ isPublicIp, isLocalName }),
    permitsProtocol: (url) =>
      url.protocol === "https:" || (url.protocol === "http:" && allowed.has(hostOf(url))),
    permits: (address, host) => isPublicIp(address) || allowed.has(host),
    isLocalName: (name) => isLocalName(name) && !allowed.has(name.replace(/\.$/, "")),
  };
}
