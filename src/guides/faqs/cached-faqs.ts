/** All FAQs as the API returns them; reloaded when the catalog has changed. */
import type { Catalog } from "../../catalog/catalog.ts";
import type { CatalogFaq } from "../../catalog/faqs.ts";
import { type Faq, type FaqProgram, faqPrograms } from "../../contract/api/faqs.ts";
import { contentDigest } from "../../digest/content-digest.ts";

export interface FaqList {
  /** By program, in the order of the specification; within one, in the order of import. */
  faqs: readonly Faq[];
  /** Programs that have FAQs. */
  programs: { program: FaqProgram; count: number }[];
  /** SHA-256, hex, of all FAQs. */
  revision: string;
}

/** Reads the FAQs if the change counter has changed since the last call. */
export function cachedFaqs(catalog: Pick<Catalog, "changeCounter" | "faqs">): () => Promise<FaqList> {
  let kept: { counter: number; faqList: FaqList } | null = null;
  return async () => {
    // Read first: the next call then detects a change between the two reads.
    const counter = await catalog.changeCounter();
    if (kept?.counter !== counter) kept = { counter, faqList: listFaqs(await catalog.faqs()) };
    return kept.faqList;
  };
}

function listFaqs(records: readonly CatalogFaq[]): FaqList {
  const byProgram = faqPrograms.map((program) => records.filter((faq) => faq.program === program));
  const faqs = byProgram.flat().map(presentFaq);
  return {
    faqs,
    programs: faqPrograms
      .map((program, index) => ({ program, count: byProgram[index]!.length }))
      .filter(({ count }) => count > 0),
    // Sorted, so that the import order does not affect it.
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
