/** All FAQs, ready to be answered with; made anew when the catalog has changed. */
import type { Catalog } from "../../catalog/catalog.ts";
import type { CatalogFaq } from "../../catalog/faqs.ts";
import { type Faq, type FaqProgram, faqPrograms } from "../../contract/api/faqs.ts";
import { contentDigest } from "../../digest/content-digest.ts";

export interface FaqShelf {
  /** By program, in the order of the specification; within one, as they came. */
  faqs: readonly Faq[];
  /** Programs that have FAQs. */
  programs: { program: FaqProgram; count: number }[];
  /** SHA-256, hex, of all of them. */
  revision: string;
}

/** Reads the FAQs when the change counter has moved since the last call. */
export function faqShelfOf(catalog: Pick<Catalog, "changeCounter" | "faqs">): () => Promise<FaqShelf> {
  let kept: { counter: number; shelf: FaqShelf } | null = null;
  return async () => {
    // Read first: a change between the two reads is then seen by the next call.
    const counter = await catalog.changeCounter();
    if (kept?.counter !== counter) kept = { counter, shelf: makeShelf(await catalog.faqs()) };
    return kept.shelf;
  };
}

function makeShelf(records: readonly CatalogFaq[]): FaqShelf {
  const byProgram = faqPrograms.map((program) => records.filter((faq) => faq.program === program));
  const faqs = byProgram.flat().map(presentFaq);
  return {
    faqs,
    programs: faqPrograms
      .map((program, index) => ({ program, count: byProgram[index]!.length }))
      .filter(({ count }) => count > 0),
    // Of the set, not of its order: importing the same files in another order gives the same FAQs.
    revision: contentDigest(
      faqs.map(({ program, id, contentRevision }) => [program, id, contentRevision].join(" ")).sort(),
    ),
  };
}

function presentFaq(record: CatalogFaq): Faq {
  const { program, id, question, answer, sourceUrl, links } = record;
  return {
    program,
    id,
    question,
    answer,
    answerFormat: "markdown",
    sourceUrl,
    contentRevision: contentDigest({ program, id, question, answer, sourceUrl }),
    links,
  };
}
