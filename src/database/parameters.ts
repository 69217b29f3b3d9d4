/** A parameter of a statement, as both dialects store it: flags as 0 and 1, and no U+0000, which neither can. */
export function toSqlParameter(value: unknown): string | number | bigint | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(
    `a ${typeof value} cannot be an SQL parameter: pass text, number, boolean, null or bytes`,
  );
}
