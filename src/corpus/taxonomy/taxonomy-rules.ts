import type { YamlFault as Fault } from "../../yaml/checked-yaml.ts";
import { phraseWords } from "./phrase-words.ts";
import type { TaxonomyContent } from "./taxonomy-schema.ts";

/** Checks rules across entries: duplicate keys and phrases, and areas that do not exist or have no categories. */
export function faultsAcrossEntries(content: TaxonomyContent): Fault[] {
  return [
    ...repeatedKeys(content),
    ...repeatedLabels(content),
    ...areaFaults(content),
    ...repeatedExamples(content),
    ...synonymFaults(content),
  ];
}

function repeatedKeys({ areas, categories }: TaxonomyContent): Fault[] {
  const ofAreas = areas.map(({ key }, index) => ({ value: key, path: ["areas", index, "key"] }));
  const ofCategories = categories.map(({ key }, index) => ({
    value: key,
    path: ["categories", index, "key"],
  }));
  return [...repeated(ofAreas, "area key"), ...repeated(ofCategories, "category key")];
}

/** Two facet buckets with the same label would be indistinguishable. */
function repeatedLabels({ categories, other, insufficientInformation }: TaxonomyContent): Fault[] {
  return repeated(
    [
      ...categories.map(({ label }, index) => ({ value: label, path: ["categories", index, "label"] })),
      { value: other.label, path: ["other", "label"] },
      { value: insufficientInformation.label, path: ["insufficientInformation", "label"] },
    ],
    "label",
  );
}

function areaFaults({ areas, categories }: TaxonomyContent): Fault[] {
  const known = new Set(areas.map(({ key }) => key));
  const used = new Set(categories.map(({ areaKey }) => areaKey));
  const unknown = categories.flatMap(({ areaKey }, index) =>
    known.has(areaKey)
      ? []
      : [{ path: ["categories", index, "areaKey"], rule: `names the unknown area "${areaKey}"` }],
  );
  const empty = areas.flatMap(({ key }, index) =>
    used.has(key)
      ? []
      : [{ path: ["areas", index, "key"], rule: `no category belongs to the area "${key}"` }],
  );
  return [...unknown, ...empty];
}

function repeatedExamples({ categories }: TaxonomyContent): Fault[] {
  const phrases = categories.flatMap(({ examples }, index) =>
    examples.map((value, at) => ({ value, path: ["categories", index, "examples", at] })),
  );
  return repeated(phrases, "example");
}

/** A phrase with two meanings would be expanded by whichever line happens to come first. */
function synonymFaults({ synonyms }: TaxonomyContent): Fault[] {
  const phrases = synonyms.flatMap(({ terms, expands, both }, index) => [
    ...terms.map((value, at) => ({ value, path: ["synonyms", index, "terms", at] })),
    ...(both ? [{ value: expands, path: ["synonyms", index, "expands"] }] : []),
  ]);
  const circular = synonyms.flatMap(({ terms, expands }, index) =>
    terms.some((term) => sameWords(term) === sameWords(expands))
      ? [{ path: ["synonyms", index, "expands"], rule: `"${expands}" is among its own terms` }]
      : [],
  );
  return circular.length > 0 ? circular : repeated(phrases, "synonym term");
}

function repeated(entries: { value: string; path: PropertyKey[] }[], what: string): Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const { value, path } of entries) {
    const same = sameWords(value);
    if (seen.has(same)) faults.push({ path, rule: `the ${what} "${value}" is used twice` });
    seen.add(same);
  }
  return faults;
}

function sameWords(phrase: string): string {
  return phraseWords(phrase).join(" ");
}
