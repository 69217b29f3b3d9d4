/** Scratch memory of this thread for kernels whose input is not in a segment; each use overwrites the last. */
import { Arena } from "./arena.ts";
import type { Pointer } from "./kernels.ts";

export interface ThreadSpace {
  arena: Arena;
  at: Pointer;
  bytes: number;
}

let space: ThreadSpace | null = null;

/** At least `bytes`, of undefined content. */
export function threadSpace(bytes: number): ThreadSpace {
  if (space === null || space.bytes < bytes) {
    const arena = new Arena(bytes);
    space = { arena, at: arena.allocate(bytes), bytes };
  }
  return space;
}
