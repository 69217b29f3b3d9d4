/** The vocabulary file: which phrases signal which tag, and which nouns form a tag with the words before them. */
import { z } from "zod";
import { tagKinds } from "../../corpus/projects/project-layout.ts";
import { tokenize } from "../../search/analysis/tokenizer.ts";
import type { YamlFault } from "../../yaml/checked-yaml.ts";
import { parsePhrase, phraseKey } from "./phrase.ts";

type TagKind = (typeof tagKinds)[number];

const maxWords = 8;

const tagSchema = z
  .string("must be a text: put it in quotes")
  .trim()
  .min(1, "must not be empty")
  .max(60, "is longer than 60 characters")
  .refine((tag) => tag === tag.toLowerCase(), "must be in lower case");

const phraseSchema = z
  .string("must be a text: put it in quotes")
  .trim()
  .min(1, "must not be empty")
  .max(80, "is longer than 80 characters")
  .refine((phrase) => tokenize(phrase).length > 0, "must hold a letter or a digit")
  .refine((phrase) => tokenize(phrase).length <= maxWords, `has more than ${maxWords} words`);

const phrasesSchema = z
  .array(phraseSchema)
  .min(1, "needs at least one phrase")
  .max(100, "holds more than 100 phrases");

const perKind = <T extends z.ZodType>(schema: T) =>
  z.strictObject(Object.fromEntries(tagKinds.map((kind) => [kind, schema])) as Record<TagKind, T>);

const entrySchema = z
  .strictObject({
    tag: tagSchema,
    phrases: phrasesSchema.optional().describe("Signals besides the tag itself."),
    only: phrasesSchema
      .optional()
      .describe("Signals in place of the tag itself, which says too little alone."),
    implies: perKind(z.array(tagSchema))
      .partial()
      .optional()
      .describe("Tags that a project with this one has too."),
  })
  .refine(({ phrases, only }) => !phrases || !only, "has both phrases and only: keep one of them");
export type VocabularyEntry = z.infer<typeof entrySchema>;

const word = z
  .string("must be a text: put it in quotes")
  .regex(/^[\p{Ll}\p{N}]+$/u, "must be one word of lower-case letters and digits");

export const vocabularySchema = z.strictObject({
  version: z
    .string("must be a string in quotes")
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/,
      "must be 1 to 40 letters, digits, dots, hyphens or underscores",
    ),
  ...perKind(z.array(entrySchema).max(5_000, "holds more than 5000 tags")).shape,
  /** Phrases that look like a signal but are not; phrases within them do not count. */
  ignored: z.array(phraseSchema).max(5_000, "holds more than 5000 phrases").default([]),
  mined: z.strictObject({
    /** Last words of phrases that the corpus itself may supply, by the kind of tag they make. */
    heads: perKind(z.array(word).max(1_000, "holds more than 1000 words")),
    /** Words too general to make a tag specific. */
    plain: z.array(word).max(5_000, "holds more than 5000 words"),
  }),
});
export type VocabularyContent = z.infer<typeof vocabularySchema>;

/** Tags that are listed twice in a kind, phrases that signal two of a kind, and implied tags that do not exist. */
export function vocabularyFaults(content: VocabularyContent): YamlFault[] {
  return [
    ...tagKinds.flatMap((kind) => entryFaults(content[kind], kind)),
    ...tagKinds.flatMap((kind) => impliedFaults(content, kind)),
    ...tagKinds.flatMap((kind) => repeated(content.mined.heads[kind], ["mined", "heads", kind], "word")),
    ...repeated(content.mined.plain, ["mined", "plain"], "word"),
  ];
}

function entryFaults(entries: readonly VocabularyEntry[], kind: TagKind): YamlFault[] {
  const tags = new Set<string>();
  const owners = new Map<string, string>();
  const faults: YamlFault[] = [];
  entries.forEach((entry, index) => {
    if (tags.has(entry.tag)) {
      faults.push({ path: [kind, index, "tag"], rule: `the tag "${entry.tag}" is listed twice` });
      return;
    }
    tags.add(entry.tag);
    for (const { source, path } of signalsOf(entry)) {
      const phrase = parsePhrase(source);
      const key = phrase ? phraseKey(phrase) : null;
      if (key === null) faults.push({ path: [kind, index, ...path], rule: "must hold a letter or a digit" });
      // Inflections of one phrase within an entry are allowed.
      else if ((owners.get(key) ?? entry.tag) !== entry.tag) {
        const rule = `"${source}" already signals the tag "${owners.get(key)}"`;
        faults.push({ path: [kind, index, ...path], rule });
      } else owners.set(key, entry.tag);
    }
  });
  return faults;
}

/** A problem is never implied: the same solution is built for many problems. */
function impliedFaults(content: VocabularyContent, kind: TagKind): YamlFault[] {
  const known = Object.fromEntries(
    tagKinds.map((each) => [each, new Set(content[each].map(({ tag }) => tag))]),
  );
  return content[kind].flatMap(({ implies = {} }, index) =>
    tagKinds.flatMap((implied) => {
      const path = [kind, index, "implies", implied];
      if (implied === "problemTags" && implies[implied])
        return [{ path, rule: "a problem cannot be implied" }];
      return (implies[implied] ?? []).flatMap((tag, i) =>
        known[implied]!.has(tag)
          ? []
          : [{ path: [...path, i], rule: `"${tag}" is not a tag among ${implied}` }],
      );
    }),
  );
}

/** The phrases that signal an entry, and the position of each in it. */
export function signalsOf({
  tag,
  phrases,
  only,
}: VocabularyEntry): { source: string; path: PropertyKey[] }[] {
  if (only) return only.map((source, i) => ({ source, path: ["only", i] }));
  return [
    { source: tag, path: ["tag"] },
    ...(phrases ?? []).map((source, i) => ({ source, path: ["phrases", i] })),
  ];
}

function repeated(values: readonly string[], path: PropertyKey[], what: string): YamlFault[] {
  const seen = new Set<string>();
  return values.flatMap((value, i) => {
    const rule = `the ${what} "${value}" is listed twice`;
    return seen.size === seen.add(value).size ? [{ path: [...path, i], rule }] : [];
  });
}
