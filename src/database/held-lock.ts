/** A lock over several processes. */
export interface HeldLock {
  release(): Promise<void>;
  /** Aborted when the connection broke: the lock may be held elsewhere, and what it guards must stop. */
  lost: AbortSignal;
}
