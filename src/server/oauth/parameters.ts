/** Parameters of the protocol: each at most once, and an empty one counts as missing (RFC 6749, section 3.1). */
import { OAuthError } from "../../accounts/oauth/types.ts";

/** Throws OAuthError when one is repeated. */
export function onlyOnce(parameters: URLSearchParams): Record<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (value === "") continue;
    if (found.has(name)) throw new OAuthError("invalid_request", `${shown(name)}: repeated; send it once`);
    found.set(name, value);
  }
  return Object.fromEntries(found);
}

/** Throws OAuthError when it is missing. */
export function required(parameters: Record<string, string>, name: string): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined) throw new OAuthError("invalid_request", `${name}: missing`);
  return value;
}

const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
