/** How many threads a publish uses, and for what. */
import { availableParallelism } from "node:os";
import type { PublishPlan } from "./plan.ts";
import type { PublishRun } from "./types.ts";

/** From so many documents on, threads are worth their start. */
const documentsForThreads = 5_000;
/** Each takes memory, and more take nothing further off the calling thread. */
const maxThreads = 3;

/** As many as cores: the calling thread waits for them, or does some of their work, about a third of the time. */
export const defaultThreads = (cores: number): number => (cores > 1 ? Math.min(maxThreads, cores) : 0);

/** Megabytes of a thread's young generation: what it makes lives as long as one task. */
export const youngGenerationMegabytes = 16;

export interface PublishThreads {
  /** Threads that make vectors; 0: the calling one does. */
  vectors: number;
  /** Threads that split and tokenise documents; 0: the calling one does. */
  analysis: number;
}

/** With an embedder elsewhere, or an archive in a cluster, those take the time. `wanted`: in all. */
export function threadsFor(
  { archive }: Pick<PublishRun, "archive">,
  { build, remote }: Pick<PublishPlan, "build" | "remote">,
  wanted: number | undefined,
): PublishThreads {
  if (archive !== null || remote !== null) return { vectors: 0, analysis: 0 };
  const cores = build.length >= documentsForThreads ? availableParallelism() : 1;
  const threads = wanted ?? defaultThreads(cores);
  // Vectors take 27 s of 83,468 documents, analysis 19 s.
  const vectors = Math.ceil(threads / 2);
  return { vectors, analysis: threads - vectors };
}
