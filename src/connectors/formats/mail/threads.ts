/** Puts messages into threads by what they refer to. */
import type { MailHeaders } from "./headers.ts";

export interface Thread<Message> {
  /** Id of its first message. */
  id: string;
  /** In the order of the archive, each id once. */
  messages: Message[];
}

/**
 * Messages that refer to the same message, directly or through others, are one thread, also when that message itself is
 * missing. A reply that refers to nothing joins the last thread with its subject.
 */
export function threadsOf<Message extends MailHeaders>(messages: Iterable<Message>): Thread<Message>[] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    // Path compression.
    for (let at = id; at !== root; ) {
      const next = parents.get(at)!;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  const join = (one: string, other: string) => {
    const [root, otherRoot] = [rootOf(one), rootOf(other)];
    if (root !== otherRoot) parents.set(otherRoot, root);
  };
  const known = new Map<string, Message>();
  const bySubject = new Map<string, string>();
  for (const message of messages) {
    if (known.has(message.id)) continue;
    known.set(message.id, message);
    const { id, references, subject, isReply } = message;
    for (const other of references) join(other, id);
    const sameSubject = bySubject.get(subject);
    if (references.length === 0 && isReply && subject !== "" && sameSubject !== undefined)
      join(sameSubject, id);
    bySubject.set(subject, id);
  }
  const threads = new Map<string, Thread<Message>>();
  for (const message of known.values()) {
    const root = rootOf(message.id);
    const thread = threads.get(root);
    if (thread === undefined) threads.set(root, { id: message.id, messages: [message] });
    else thread.messages.push(message);
  }
  return [...threads.values()];
}
