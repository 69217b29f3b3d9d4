/** Digests of JSON values that depend on content only, not on the order of keys. */
import { createHash } from "node:crypto";

/** SHA-256, lowercase hex, of {@link canonicalJson}. */
export function contentDigest(content: unknown): string {
  return createHash("sha256").update(canonicalJson(content)).digest("hex");
}

/** JSON with the keys of every object sorted and undefined members left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
