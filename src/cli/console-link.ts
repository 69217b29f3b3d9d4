/** Links into the console, as a person on this machine can open them. */
import type { Config } from "../config/config.ts";
import { reachableUrl } from "./address.ts";

/**
 * Where an invitation is accepted. The server may run elsewhere or not yet: its address is what the configuration
 * says, and with any free port the rest of it is left to the reader.
 */
export function invitationLink(config: Config, secret: string): string {
  return `${consoleBase(config)}/console/invitation/${secret}`;
}

function consoleBase({ publicUrl, host, port }: Config): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(":") ? `[${host}]` : host;
  return reachableUrl(`http://${name}:${port === 0 ? "PORT" : port}`);
}
