/** `import faqs`: frequently asked questions with their answers. */
import type { Catalog } from "../catalog/catalog.ts";
import { faqRecordSchema } from "../contract/api/faqs.ts";
import { cleanLine } from "./clean-text.ts";
import { type Declaration, importDeclarations } from "./declarations.ts";
import { markdownLinks } from "./markdown-links.ts";
import type { ImportOptions, ImportReport } from "./types.ts";

/**
 * Imports YAML or JSON lists of FAQs; each replaces the stored one of its program and id. Throws ImportUsageError
 * when a file or the map cannot be used.
 */
export function importFaqs(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return importDeclarations(catalog, faqDeclaration, { inputs, options });
}

/** Links are found here, before the write transaction: a long answer may take a while. */
const schema = faqRecordSchema.transform((faq) => ({
  ...faq,
  question: cleanLine(faq.question),
  links: markdownLinks(faq.answer, faq.sourceUrl),
}));

export const faqDeclaration: Declaration<typeof schema> = {
  name: "faqs",
  keyName: "id",
  keyOf: ({ program, id }) => `${program}/${id}`,
  schema,
  tidy: (faq) => faq,
  declare: (writer, faq) => writer.saveFaq(faq),
};
