import { createHash } from "node:crypto";

/** Lowercase hexadecimal sha256 of checked content: comments, layout and the order of keys do not change it. */
export function contentDigest(content: unknown): string {
  return createHash("sha256").update(canonical(content)).digest("hex");
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
