/** The header fields that put messages into threads. */
import { decodeWords } from "postal-mime";

export interface MailHeaders {
  /** Message-ID, or the digest of a message without one. */
  id: string;
  /** Ids of the messages that it answers, the nearest last. */
  references: string[];
  /** Subject without `Re:`, in lower case. */
  subject: string;
  isReply: boolean;
}

const MAX_REFERENCES = 50;

export function headersOf(head: string, digest: string): MailHeaders {
  const end = /\r?\n\r?\n/.exec(head)?.index ?? head.length;
  const fields = new Map<string, string>();
  for (const line of head
    .slice(0, end)
    .replace(/\r?\n[ \t]/g, " ")
    .split("\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && colon < 50 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  const own = idsIn(fields.get("message-id"))[0];
  const references = [...idsIn(fields.get("references")), ...idsIn(fields.get("in-reply-to"))];
  const subject = decodeWords(fields.get("subject") ?? "");
  return {
    id: own ?? digest,
    references: references.filter((id) => id !== own).slice(-MAX_REFERENCES),
    subject: plainSubject(subject).toLowerCase(),
    isReply: plainSubject(subject) !== subject.replace(/\s+/g, " ").trim(),
  };
}

const idsIn = (value = ""): string[] => [...value.matchAll(/<([^<>\s]{1,500})>/g)].map((found) => found[1]!);

/** Without `Re:`, `Fwd:` and the like, also in some other languages and repeated. */
export function plainSubject(subject: string): string {
  const line = subject.replace(/\s+/g, " ").trim();
  return line.replace(/^(?:(?:re|aw|sv|antw|fwd?|wg|tr)(?:\[\d{1,3}\])?: ?){1,20}/i, "").trim();
}
