/** The texts of a project's record from which phrases are mined. */
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { firstCharacters } from "../../search/snippet.ts";
import { stretches } from "./candidate-phrases.ts";
import { foreignWords, functionWords } from "./word-classes.ts";

/** Characters read of a description; it says at the beginning what the project is. */
const descriptionCharacters = 1_500;

/** Headings of submission forms for sections about the hackathon experience rather than the project. */
const asides =
  /challenge|accomplish|proud|learn(ed|t)?\b|what'?s next|next (step|for)|ran into|how (we|i) (built|made)|built with|future|credits|team\b/i;

/** The texts of a project. */
export interface DescriptiveTexts {
  prose: readonly string[];
  /** Names of what it does and is made of: each a phrase as a whole. Problems are left out: they name no product. */
  tags: readonly string[];
}

export function descriptiveTexts({ oneLiner, description, tags }: ProjectRecord): DescriptiveTexts {
  const prose = [oneLiner ?? "", firstCharacters(withoutAsides(description ?? ""), descriptionCharacters)];
  return {
    prose: prose.filter((text) => text.trim() !== ""),
    tags: [...(tags?.solutionTags ?? []), ...(tags?.primitives ?? [])],
  };
}

/** Letters that English uses in loanwords only. */
const otherLetters = /[^\p{ASCII}\p{P}\p{S}]/u;

function withoutAsides(description: string): string {
  const sections = description.split(/^(?=#{1,6}\s)/mu);
  const telling = sections.filter((section) => !asides.test(/^#{1,6}\s.*$/mu.exec(section)?.[0] ?? ""));
  return telling.join("\n");
}

/** Whether a text is not in English, judged by function words. */
export function isForeign(texts: readonly string[]): boolean {
  let english = 0;
  let foreign = 0;
  for (const text of texts)
    for (const stretch of stretches(text))
      for (const word of stretch) {
        const lower = word.toLowerCase();
        if (foreignWords.has(lower) || otherLetters.test(lower)) foreign++;
        else if (functionWords.has(lower)) english++;
      }
  return foreign > english;
}
