/** Parses the argument of `scan`: a folder, or an address that git can fetch. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseUrl } from "./parse-url.ts";

/** Usage error; the message says what to type instead. */
export class ScanUsageError extends Error {
  override name = "ScanUsageError";
}

export type TypedSource =
  | { kind: "folder"; path: string }
  /** `protocol` is the one transport that git may use for it. */
  | { kind: "repository"; url: string; protocol: "https" | "ssh" | "file" };

const SHORT_SSH = /^[a-z\d_][\w.-]*@[a-z\d][a-z\d.-]*:(?![/]{2})[^\s]+$/i;

/** Throws ScanUsageError for what is neither a folder nor an https, ssh or file address. */
export function typedSource(text: string): TypedSource {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return address(text);
  if (/^[a-z][a-z\d+.-]*::/i.test(text)) {
    throw new ScanUsageError(
      `${shown(text)} names a transport helper, which is not supported; give an https, ssh or file address`,
    );
  }
  const found = statSync(text, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { kind: "folder", path: resolve(text) };
  if (found !== undefined)
    throw new ScanUsageError(
      `${shown(text)} is not a folder; give the folder of the code, or an address of a repository`,
    );
  if (SHORT_SSH.test(text)) return { kind: "repository", url: text, protocol: "ssh" };
  const hint = /^[a-z\d-]+(\.[a-z\d-]+)+\//i.test(text)
    ? `; for a remote repository, type https://${shown(text)}`
    : "";
  throw new ScanUsageError(`there is no folder ${shown(text)}${hint}`);
}

function address(text: string): TypedSource {
  const url = parseUrl(text);
  if (url === null) throw new ScanUsageError(`${shown(text)} is not a well-formed address`);
  const protocol = url.protocol.slice(0, -1);
  if (protocol !== "https" && protocol !== "ssh" && protocol !== "file") {
    throw new ScanUsageError(
      `${protocol}:// is not supported; give an https, ssh or file address, or a folder`,
    );
  }
  if (url.password !== "" || (protocol === "https" && url.username !== "")) {
    throw new ScanUsageError(
      "an address with a user name or password in it is not accepted: it would appear in logs and listings",
    );
  }
  if (url.hostname.startsWith("-") || url.username.startsWith("-"))
    throw new ScanUsageError(`${shown(text)} is not a well-formed address`);
  if (protocol !== "file" && url.hostname === "") throw new ScanUsageError(`${shown(text)} names no host`);
  if (protocol === "https") {
    url.hash = "";
    url.search = "";
  }
  return { kind: "repository", url: url.href, protocol };
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 200)).slice(1, -1);
