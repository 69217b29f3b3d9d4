/** Opens a projects segment outside a snapshot. */
import { join } from "node:path";
import { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "../../corpus/projects/project-layout.ts";
import { bitsetBytes, setRange } from "../../search/bitset.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { layScratch } from "../../search/kernels/scratch.ts";
import { readSections } from "../../search/segment/section-file.ts";

/** The caller closes it. */
export function openProjects(segments: string, file: string): ProjectIndex {
  const arena = new Arena(1 << 20);
  const loaded = readSections<ProjectSegmentMeta>(join(segments, `${file}.seg`), projectSegmentKind, arena);
  const bytes = bitsetBytes(loaded.meta.projects);
  const live = arena.bytes(arena.allocate(bytes), bytes);
  setRange(live, 0, loaded.meta.projects);
  return new ProjectIndex(loaded, join(segments, `${file}.txt`), { arena, scratch: layScratch(arena), live });
}
