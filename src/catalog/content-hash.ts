/** Content hashes: equal when, and as good as only when, the records are. */
import { createHash } from "node:crypto";
import type { MemberRecord } from "../contract/records/member-record.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import type { CatalogDocument } from "./types.ts";

/** SHA-256, hex, of the record with its keys in order, so that the order they were written in changes nothing. */
export function hashProject(record: ProjectRecord): string {
  return hashRecord(record);
}

/** The same of a member's record. */
export function hashMember(record: MemberRecord): string {
  return hashRecord(record);
}

function hashRecord(record: object): string {
  return createHash("sha256").update(canonicalJson(record)).digest("hex");
}

/** SHA-256, hex, of every field of the document. */
export function hashDocument(document: Omit<CatalogDocument, "contentHash">): string {
  const { documentId, source, title, author, url, publishedAt, content } = document;
  return createHash("sha256")
    .update(JSON.stringify([documentId, source, title, author, url, publishedAt]))
    .update(content)
    .digest("hex");
}

/** JSON with the keys of every object sorted and undefined members left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
