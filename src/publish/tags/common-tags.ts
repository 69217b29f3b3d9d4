/**
 * Tags from the corpus: those imported with several projects are searched for in the texts of the others. Single words
 * are too ambiguous and are left to the vocabulary.
 */
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import { type TagKind, tagKinds } from "../../corpus/projects/project-layout.ts";
import { minProjects } from "./mined-phrases.ts";
import { parsePhrase, phraseKey } from "./phrase.ts";
import type { Signal } from "./vocabulary.ts";

const longestTag = 60;
const maxWords = 5;

/** By kind, then by number of projects, then by name. A tag given under two kinds counts for the more frequent one. */
export function commonTags(projects: readonly SegmentProject[]): Signal[] {
  const tagged = projects.filter(({ record }) => tagKinds.some((kind) => record.tags?.[kind].length));
  const least = minProjects(tagged.length);
  const counts = new Map<string, { signal: Signal; key: string; projects: number }>();
  for (const { record } of tagged) {
    for (const kind of tagKinds) {
      for (const tag of new Set(record.tags![kind].map((each) => each.trim().toLowerCase()))) {
        const key = keyOf(tag);
        if (key === null) continue;
        const id = `${kind} ${tag}`;
        const known = counts.get(id) ?? { signal: { kind, tag }, key, projects: 0 };
        known.projects++;
        counts.set(id, known);
      }
    }
  }
  const order = (kind: TagKind) => tagKinds.indexOf(kind);
  const commonest = [...counts.values()]
    .filter((each) => each.projects >= least)
    .sort(
      (a, b) =>
        b.projects - a.projects ||
        (a.signal.tag < b.signal.tag ? -1 : 1) ||
        order(a.signal.kind) - order(b.signal.kind),
    );
  const seen = new Set<string>();
  return commonest
    .filter(({ key }) => !seen.has(key) && seen.add(key))
    .sort((a, b) => order(a.signal.kind) - order(b.signal.kind))
    .map(({ signal }) => signal);
}

/** Null for a tag that is not searched for. */
function keyOf(tag: string): string | null {
  if (tag.length > longestTag) return null;
  const phrase = parsePhrase(tag);
  const words = phrase?.words.length ?? 0;
  return phrase && words >= 2 && words <= maxWords ? phraseKey(phrase) : null;
}
