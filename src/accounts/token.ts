/**
 * Tokens: a prefix such as `pa_`, 40 random base-62 characters (238 bits), and their CRC-32 in 6 base-62 characters.
 * The checksum rejects a mistyped or truncated token without a lookup, and lets secret scanners recognise tokens.
 */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^(p[agrc])_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;

/** A member's own token; a grant's access token, refresh token and authorization code. */
export type TokenPrefix = "pa" | "pg" | "pr" | "pc";

export function newToken(prefix: TokenPrefix = "pa"): string {
  const secret = Array.from({ length: 40 }, () => ALPHABET[randomInt(62)]).join("");
  return `${prefix}_${secret}${checksum(secret)}`;
}

/** Whether the text has a token's format and a matching checksum. Does not check whether it was ever issued. */
export function isWellFormed(token: string, prefix: TokenPrefix = "pa"): boolean {
  const match = SHAPE.exec(token);
  return match !== null && match[1] === prefix && checksum(match[2]!) === match[3];
}

/** SHA-256, hex: the only part of a token that is stored. Its 238 random bits need no salt. */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = "";
  for (let place = 0; place < 6; place++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
