/** Content hashes: two records have the same hash if and only if they are equal (up to SHA-256 collisions). */
import { createHash } from "node:crypto";
import type { MemberRecord } from "../contract/records/member-record.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import { contentDigest } from "../digest/content-digest.ts";
import type { CatalogDocument } from "./types.ts";

/** SHA-256, hex; the order of the record's keys does not matter. */
export function hashProject(record: ProjectRecord): string {
  return contentDigest(record);
}

/** SHA-256, hex; the order of the record's keys does not matter. */
export function hashMember(record: MemberRecord): string {
  return contentDigest(record);
}

/** SHA-256, hex, of every field of the document; those that only some documents have count where they are given. */
export function hashDocument(document: Omit<CatalogDocument, "contentHash">): string {
  const { documentId, source, title, author, url, publishedAt, content, ...given } = document;
  const { language, thread, machineSummary } = given;
  const stated = { language, thread, machineSummary };
  const isPlain = Object.values(stated).every((value) => value === undefined);
  return createHash("sha256")
    .update(
      JSON.stringify([documentId, source, title, author, url, publishedAt, ...(isPlain ? [] : [stated])]),
    )
    .update(content)
    .digest("hex");
}
