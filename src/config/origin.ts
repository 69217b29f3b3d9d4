/** Origins of this service's links, such as `http://127.0.0.1:8787`. */
import type { Config } from "./config.ts";

/**
 * Public origin of the service: `PRIORART_PUBLIC_URL`, else the address that the server listens on. Before it
 * listens, `listening` is omitted and the configuration is used; port 0 then reads `PORT`.
 */
export function serviceOrigin({ publicUrl, host, port }: Config, listening?: string): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(":") ? `[${host}]` : host;
  return reachableUrl(listening ?? `http://${name}:${port === 0 ? "PORT" : port}`);
}

/** The URL for clients on this machine: a wildcard address is not a destination. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/** The console's page where an invited member chooses a password. */
export function invitationUrl(origin: string, secret: string): string {
  return `${origin}/console/invitation/${secret}`;
}
