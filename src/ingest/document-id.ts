/** Ids of documents that have none: the same record gets the same id in every import. */
import { createHash } from "node:crypto";

const NAMESPACE = Buffer.from("6f1d7c0ea2b35c1f8d4e90b7a3c25d18", "hex");

export interface DocumentIdentity {
  source: string;
  url: string | null;
  title: string;
  author: string | null;
  publishedAt: string | null;
}

/** A UUID of version 5 (RFC 9562) from source and url; without a url, from source, title, author and date. */
export function deriveDocumentId(document: DocumentIdentity): string {
  const { source, url, title, author, publishedAt } = document;
  return uuid5(JSON.stringify(url === null ? [source, title, author, publishedAt] : [source, url]));
}

function uuid5(name: string): string {
  const hash = createHash("sha1").update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
