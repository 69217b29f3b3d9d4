/** The threads of the mbox files of a folder as an open source. Files are read as streams, and a thread when it is fetched. */
import { createHash } from "node:crypto";
import { type ConnectorContext, ItemFailure, type OpenSource } from "../connector.ts";
import { resolveFiles } from "../files/local-files.ts";
import { MAX_MESSAGE_BYTES, MAX_THREAD_MESSAGES } from "../formats/mail/limits.ts";
import { splitMbox } from "../formats/mail/split-mbox.ts";
import { type Thread, threadsOf } from "../formats/mail/threads.ts";
import type { PathPatterns } from "../path-patterns.ts";
import { type ArchiveFile, openArchiveFiles } from "./archive-files.ts";

/** Messages beyond these are left out. */
const MAX_MESSAGES = 500_000;
/** Bytes of one thread that are parsed. */
const MAX_THREAD_BYTES = 64 * 2 ** 20;

interface Place {
  file: ArchiveFile;
  start: number;
  length: number;
  digest: string;
  id: string;
  references: string[];
  subject: string;
  isReply: boolean;
}

export interface ArchiveOptions extends PathPatterns {
  path: string;
  isArchive(name: string): boolean;
  maxFileBytes?: number;
  maxMessages?: number;
}

/** Ids are those of the first messages of threads; a thread may span files. Throws SourceFailure. */
export async function openArchive(
  options: ArchiveOptions,
  { signal }: Pick<ConnectorContext, "signal">,
): Promise<OpenSource> {
  const located = await resolveFiles({ ...options, isIncluded: options.isArchive }, signal);
  const files = openArchiveFiles(located.root, { maxBytes: options.maxFileBytes, signal });
  const { maxMessages = MAX_MESSAGES } = options;
  const notes: string[] = [];
  let isComplete = false;
  let indexed: Promise<Map<string, Thread<Place>>> | null = null;

  const leftOut = (note: string) => {
    notes.push(note);
    isComplete = false;
  };
  const placesIn = async function* (paths: readonly string[]): AsyncGenerator<Place> {
    for (const path of paths) {
      try {
        const file = await files.open(path);
        for await (const { start, length, digest, ...headers } of splitMbox(file.stream())) {
          signal.throwIfAborted();
          yield { file, start, length, digest, ...headers };
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ItemFailure)) throw error;
        leftOut(`${path} ${error.message}`);
      }
    }
  };
  const index = async () => {
    const listing = await located.list();
    notes.push(...listing.notes);
    isComplete = listing.isComplete;
    const places: Place[] = [];
    for await (const place of placesIn(listing.paths)) {
      if (places.length === maxMessages) {
        leftOut(`only the first ${maxMessages.toLocaleString("en")} messages are read`);
        break;
      }
      places.push(place);
    }
    return new Map(threadsOf(places).map((thread) => [thread.id, thread]));
  };
  const threads = () => {
    indexed ??= index();
    return indexed;
  };

  return {
    async *items() {
      for (const { id, messages } of (await threads()).values()) {
        signal.throwIfAborted();
        yield { id, version: versionOf(messages) };
      }
    },
    async fetch({ id }) {
      signal.throwIfAborted();
      const thread = (await threads()).get(id);
      if (thread === undefined) return { outcome: "gone" };
      const bytes = await bytesOf(thread.messages);
      return {
        outcome: "read",
        content: { format: "mbox", bytes, name: thread.messages[0]!.file.path, hints: {} },
      };
    },
    listsAll: () => isComplete,
    state: () => null,
    notes: () => notes,
    async close() {
      await indexed?.catch(() => {});
      await files.close();
    },
  };
}

function versionOf(messages: readonly Place[]): string {
  const hash = createHash("sha1");
  for (const { digest } of messages) hash.update(digest);
  return hash.digest("hex");
}

/** The messages of a thread as an mbox of their own; of a long message its beginning, where the text is. */
async function bytesOf(messages: readonly Place[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = MAX_THREAD_BYTES;
  // One more than is shown, so that the text says that there are more.
  for (const { file, start, length } of messages.slice(0, MAX_THREAD_MESSAGES + 1)) {
    const bytes = Math.min(length, MAX_MESSAGE_BYTES);
    if (bytes > left) break;
    left -= bytes;
    parts.push(await file.read(start, bytes), Buffer.from("\n\n"));
  }
  return Buffer.concat(parts);
}
