/** Input of the classifier: weighted terms of a project's headline, tags and description. */
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { placeholderWords, purposeOf } from "../../corpus/projects/purpose.ts";
import { expandQuery } from "../../corpus/taxonomy/query-expansion.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { analyze } from "../../search/analysis/analyzer.ts";
import { piecesOf } from "./means.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { fieldWeights, leadWords, meansWeight, minWords, readCharacters } from "./weights.ts";

/** Known terms, each once per part, with their weighted numbers of occurrences. */
export interface ProjectTerms {
  terms: Int32Array;
  counts: Float32Array;
  /** Where the headline's terms end and the tags' begin; where those end and the description's begin. */
  headlineEnd: number;
  tagsEnd: number;
}

/** Characters of the headline in which abbreviations are expanded. */
const expandedCharacters = 600;

/** Reads projects one by one with its own scratch space. */
export class ProjectReader {
  readonly #vocabulary: Vocabulary;
  readonly #taxonomy: Taxonomy;
  readonly #counts: Float64Array;
  #touched: number[] = [];

  /** The vocabulary must be complete. */
  constructor(vocabulary: Vocabulary, taxonomy: Taxonomy) {
    this.#vocabulary = vocabulary;
    this.#taxonomy = taxonomy;
    this.#counts = new Float64Array(vocabulary.size);
  }

  read(record: ProjectRecord): ProjectTerms {
    const { name, oneLiner, tags, tracks = [], labels = [] } = record;
    const description = purposeOf(record.description ?? "").slice(0, readCharacters);
    this.#add(name, fieldWeights.name);
    for (const { text, means } of piecesOf(oneLiner ?? ""))
      this.#add(text, fieldWeights.oneLiner * (means ? meansWeight : 1));
    const headline = [name, oneLiner, description].filter(Boolean).join("\n").slice(0, expandedCharacters);
    for (const meaning of expandQuery(headline, this.#taxonomy).added)
      this.#add(meaning, fieldWeights.expansion);
    const ends = [this.#touched.length];
    const found: { terms: number[]; counts: number[] } = { terms: [], counts: [] };
    this.#move(found);
    for (const kind of ["problemTags", "solutionTags", "targetUsers"] as const)
      for (const tag of tags?.[kind] ?? []) this.#add(tag, fieldWeights[kind]);
    for (const choice of [...tracks, ...labels]) this.#add(choice, fieldWeights.choices);
    this.#move(found);
    ends.push(found.terms.length);
    let before = 0;
    for (const { text, means } of piecesOf(description))
      before += this.#vocabulary.forEach(text, (term, place) =>
        this.#count(term, Math.min(1, leadWords / (before + place + 1)) * (means ? meansWeight : 1)),
      );
    this.#move(found);
    return {
      terms: Int32Array.from(found.terms),
      counts: Float32Array.from(found.counts),
      headlineEnd: ends[0]!,
      tagsEnd: ends[1]!,
    };
  }

  #add(text: string, weight: number): void {
    this.#vocabulary.forEach(text, (term) => this.#count(term, weight));
  }

  #count(term: number, weight: number): void {
    if (this.#counts[term] === 0) this.#touched.push(term);
    this.#counts[term]! += weight;
  }

  #move(into: { terms: number[]; counts: number[] }): void {
    for (const term of this.#touched) {
      into.terms.push(term);
      into.counts.push(this.#counts[term]!);
      this.#counts[term] = 0;
    }
    this.#touched = [];
  }
}

const placeholders = new Set(analyze(placeholderWords.join(" ")));

/** Whether the record describes what the project does; name, tracks, labels and fillers of forms alone do not. */
export function saysEnough({ oneLiner, description, tags }: ProjectRecord): boolean {
  const { problemTags = [], solutionTags = [], primitives = [], targetUsers = [] } = tags ?? {};
  const described = [oneLiner, purposeOf(description?.slice(0, readCharacters) ?? ""), ...problemTags];
  const text = [...described, ...solutionTags, ...primitives, ...targetUsers].filter(Boolean).join("\n");
  const words = analyze(text).filter((word) => word.length > 1 && !placeholders.has(word));
  return new Set(words).size >= minWords;
}

/** The texts whose words a model may be trained on. */
export function trainingTexts({ name, oneLiner, description, tags }: ProjectRecord): string[] {
  const described = [name, oneLiner ?? "", (description ?? "").slice(0, readCharacters)];
  return [...described, ...(tags?.problemTags ?? []), ...(tags?.solutionTags ?? [])];
}
