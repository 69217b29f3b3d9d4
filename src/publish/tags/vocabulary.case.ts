/** Small vocabularies for tests. */
import { tagKinds } from "../../corpus/projects/project-layout.ts";

interface VocabularyParts {
  problemTags?: object[];
  solutionTags?: object[];
  primitives?: object[];
  techStack?: object[];
  targetUsers?: object[];
  ignored?: string[];
  /** Last words of mined solutions. */
  heads?: string[];
  plain?: string[];
}

/** The text of a file; JSON is YAML. */
export function vocabularyOf({ ignored = [], heads = [], plain = [], ...kinds }: VocabularyParts): string {
  const empty = Object.fromEntries(tagKinds.map((kind) => [kind, []]));
  return JSON.stringify(
    { version: "1", ...empty, ...kinds, ignored, mined: { heads: { ...empty, solutionTags: heads }, plain } },
    null,
    1,
  );
}
