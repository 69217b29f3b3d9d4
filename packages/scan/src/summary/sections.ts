/** Splits a README into sections, each with its kind. */
import { type Block, blocksOf } from "./blocks.ts";
import { kindOfHeading, type SectionKind, sectionKinds } from "./section-kind.ts";
import { isTemplateHeading, isTemplateText } from "./template.ts";

export interface Section {
  /** Null for the text before the first heading. */
  heading: { depth: number; text: string } | null;
  kind: SectionKind;
  /** The first heading: the project's title. */
  isTitle: boolean;
  blocks: Exclude<Block, { kind: "heading" }>[];
}

/**
 * Sections in the order of a summary: what it is, what works, how it is built, the rest, how to install it; within
 * each kind in the order of the README. Licences, acknowledgements and the like are left out, unless there is nothing
 * else; text of a project generator is always left out.
 */
export function rankedSections(markdown: string): Section[] {
  const sections = kept(sectionsOf(blocksOf(markdown)));
  const worthwhile = sections.filter(({ kind }) => kind !== "boilerplate");
  const chosen = worthwhile.some(({ blocks }) => blocks.length > 0) ? worthwhile : sections;
  const rank = (section: Section) => sectionKinds.indexOf(section.kind);
  return chosen
    .map((section, index) => ({ section, index }))
    .sort((a, b) => rank(a.section) - rank(b.section) || a.index - b.index)
    .map(({ section }) => section);
}

/** An unclassified heading gets the kind of its parent; text below the title describes the project. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ heading: null, kind: "what", isTitle: false, blocks: [] }];
  const above: { depth: number; kind: SectionKind }[] = [];
  let titled = false;
  for (const block of blocks) {
    if (block.kind !== "heading") {
      sections.at(-1)!.blocks.push(block);
      continue;
    }
    while (above.length > 0 && above.at(-1)!.depth >= block.depth) above.pop();
    const isTitle = !titled;
    titled = true;
    const own = kindOfHeading(block.text);
    const kind = isTitle ? "what" : (own ?? above.at(-1)?.kind ?? "other");
    sections.push({ heading: { depth: block.depth, text: block.text }, kind, isTitle, blocks: [] });
    // The title is not a parent of other sections.
    if (!isTitle) above.push({ depth: block.depth, kind });
  }
  return sections;
}

function kept(sections: readonly Section[]): Section[] {
  const isTemplate = ({ heading, blocks }: Section) =>
    isTemplateText([heading?.text ?? "", ...blocks.map(({ text }) => text)].join("\n").slice(0, 20_000));
  const generated = new Set(sections.filter(isTemplate));
  if (generated.size === 0) return [...sections];
  return sections.filter(
    (section) =>
      !generated.has(section) && !(section.heading !== null && isTemplateHeading(section.heading.text)),
  );
}
