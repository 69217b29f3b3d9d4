/** Tags of technologies from what was found in a project's code. */
import type { BuiltWithKind } from "../../contract/api/built-with.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { noBreak, readWords } from "./words.ts";

const kinds = ["chains", "frameworks", "languages"] as const;
/** Of these, only tools in the vocabulary become tags. */
const furtherKinds = ["protocols", "services", "tooling"] as const;
/** Below it, the tool is a guess from a file extension or a host name. */
const minConfidence = 0.5;
/** Present in nearly every repository, so not informative. */
const everywhere = new Set(
  "css dockerfile html json just makefile markdown mdx scss shell tex text toml xml yaml".split(" "),
);

/** Names in lower case, by descending confidence; chains, frameworks and languages in turn, then tools of note. */
export function toolTags({ builtWith }: ProjectRecord, vocabulary: Vocabulary): string[] {
  if (!builtWith) return [];
  const sure = (kind: BuiltWithKind) =>
    builtWith[kind]
      .filter(({ confidence = 1 }) => confidence >= minConfidence)
      .toSorted((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1))
      .map(({ name }) => name);
  const tags = inTurn(
    kinds.map((kind) => sure(kind).map((name) => knownTag(name, vocabulary) ?? plainTag(name))),
  );
  const further = inTurn(
    furtherKinds.map((kind) => sure(kind).flatMap((name) => knownTag(name, vocabulary) ?? [])),
  );
  return [...new Set([...tags, ...further])].filter((tag) => !everywhere.has(tag));
}

/** The first of each list, then the second of each, … */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

/** The tag of the vocabulary, where one of its phrases is the whole name. */
function knownTag(name: string, { phrases, signals }: Vocabulary): string | null {
  const words = readWords(name);
  if (words.breaks.slice(1).some((each) => each !== noBreak)) return null;
  const whole = phrases
    .matches(words)
    .find(
      ({ phrase, start, end }) =>
        signals[phrase]?.kind === "techStack" && start === 0 && end === words.tokens.length,
    );
  return whole ? signals[whole.phrase]!.tag : null;
}

function plainTag(name: string): string {
  return name.trim().toLowerCase();
}
