/** Origins of this service's links, such as `http://127.0.0.1:8787`. */
import type { Config } from "./config.ts";

/**
 * Where members reach the service: `PRIORART_PUBLIC_URL`, else the address that the server listens on. Before it
 * listens, `listening` is left out and the configuration decides; any free port then reads `PORT`.
 */
export function serviceOrigin({ publicUrl, host, port }: Config, listening?: string): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(":") ? `[${host}]` : host;
  return reachableUrl(listening ?? `http://${name}:${port === 0 ? "PORT" : port}`);
}

/** The URL as a client on this machine reaches it: a wildcard address is not a destination. */
export function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/** The console's page where an invited person chooses a password. */
export function invitationUrl(origin: string, secret: string): string {
  return `${origin}/console/invitation/${secret}`;
}
