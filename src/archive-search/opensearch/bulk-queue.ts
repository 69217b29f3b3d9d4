/** Sends documents in bulk: few requests at a time, and what a busy node rejects once more. */
import { ArchiveBackendError } from "../archive-backend-error.ts";
import type { Cluster } from "./cluster.ts";

interface BulkItem {
  index: { status: number; error?: { type: string; reason: string } };
}

/** Characters of a request, and requests at a time. */
const requestChars = 4_000_000;
const parallel = 2;
const timeoutMs = 120_000;
/** Pauses between attempts double from the first to the last, in milliseconds: about two minutes in all. */
const firstPauseMs = 250;
const attempts = 10;

export interface BulkQueue {
  add(index: string, id: string, document: object): void;
  /** Waits until less than one request is queued. Rejects with what failed before. */
  drain(): Promise<void>;
  /** Waits until everything was accepted. */
  flush(): Promise<void>;
}

export function bulkQueue(cluster: Cluster): BulkQueue {
  let lines: string[] = [];
  let chars = 0;
  const running = new Set<Promise<void>>();
  let failure: unknown = null;
  const start = () => {
    const batch = lines;
    lines = [];
    chars = 0;
    const sent = send(cluster, batch)
      .catch((error) => {
        failure ??= error;
      })
      .finally(() => running.delete(sent));
    running.add(sent);
  };
  const settle = async (most: number) => {
    while (running.size > most) await Promise.race(running);
    if (failure !== null) throw failure;
  };
  return {
    add(index, id, document) {
      const action = JSON.stringify({ index: { _index: index, _id: id } });
      const body = JSON.stringify(document);
      lines.push(action, body);
      chars += action.length + body.length + 2;
    },
    async drain() {
      if (failure !== null) throw failure;
      if (chars < requestChars) return;
      await settle(parallel - 1);
      start();
    },
    async flush() {
      if (lines.length > 0) start();
      await settle(0);
    },
  };
}

/** `lines`: pairs of action and document. */
async function send(cluster: Cluster, lines: readonly string[]): Promise<void> {
  let left = lines;
  for (let attempt = 1; ; attempt++) {
    const rejected = await attemptBulk(cluster, left, attempt === attempts);
    if (rejected.length === 0) return;
    left = rejected;
    await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (attempt - 1)));
  }
}

/** Returns the lines that may be accepted later. */
async function attemptBulk(
  cluster: Cluster,
  lines: readonly string[],
  isLast: boolean,
): Promise<readonly string[]> {
  let items: BulkItem[];
  try {
    const { body } = await cluster.request<{ errors: boolean; items: BulkItem[] }>({
      method: "POST",
      path: "/_bulk",
      text: `${lines.join("\n")}\n`,
      timeoutMs,
    });
    if (!body.errors) return [];
    ({ items } = body);
  } catch (error) {
    if (isLast || !(error instanceof ArchiveBackendError && error.isTransient)) throw error;
    return lines;
  }
  const rejected: string[] = [];
  items.forEach(({ index: { status, error } }, i) => {
    if (!error) return;
    // A full disk is reported as 429 too, and lasts.
    const isBusy = [429, 503].includes(status) && error.type !== "cluster_block_exception";
    if (isLast || !isBusy) throw itemError(status, error);
    rejected.push(lines[i * 2]!, lines[i * 2 + 1]!);
  });
  return rejected;
}

function itemError(status: number, { type, reason }: { type: string; reason: string }): ArchiveBackendError {
  const advice = /disk usage exceeded|flood/i.test(reason)
    ? "a node's disk is full; free space or add a node"
    : type === "cluster_block_exception"
      ? "the index is read-only; remove its blocks (index.blocks.*)"
      : "see the cluster's log";
  return new ArchiveBackendError(
    `OpenSearch refused a document with status ${status} ${type}: ${advice}, then publish again; the previous snapshot stays current`,
  );
}
