/** `import faqs`: frequent questions with their answers. */
import type { Catalog } from "../catalog/catalog.ts";
import { type FaqRecord, faqRecordSchema } from "../contract/faqs.ts";
import { cleanLine } from "./clean-text.ts";
import { type Declaration, importDeclarations } from "./declarations.ts";
import type { ImportOptions, ImportReport } from "./types.ts";

/**
 * Imports YAML or JSON lists of FAQs; one replaces the one of its program and id before. Throws ImportUsageError
 * when a file or the map cannot be used.
 */
export function importFaqs(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return importDeclarations(catalog, declaration, { inputs, options });
}

const declaration: Declaration<typeof faqRecordSchema> = {
  name: "faqs",
  keyName: "id",
  keyOf: ({ program, id }) => `${program}/${id}`,
  schema: faqRecordSchema,
  tidy: (faq: FaqRecord) => ({ ...faq, question: cleanLine(faq.question) }),
  declare: (writer, faq) => writer.saveFaq(faq),
};
