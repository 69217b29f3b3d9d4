import { fileURLToPath } from "node:url";
import { contentDigest } from "../../digest/content-digest.ts";
import { CheckedYamlError, parseCheckedYaml, readTextFile } from "../../yaml/checked-yaml.ts";
import { faultsAcrossEntries } from "./taxonomy-rules.ts";
import { type Taxonomy, taxonomyContentSchema } from "./taxonomy-schema.ts";

export type {
  Taxonomy,
  TaxonomyArea,
  TaxonomyCategory,
  TaxonomySynonym,
} from "./taxonomy-schema.ts";

/** The shipped taxonomy, next to this module in both the sources and the build. */
export const defaultTaxonomyPath = fileURLToPath(new URL("./taxonomy.yaml", import.meta.url));

/** A taxonomy file that cannot be used; the message has one line `file:line: field: rule` for each fault. */
export class TaxonomyError extends CheckedYamlError {
  override readonly name = "TaxonomyError";
}

const taxonomyKind = { kind: "taxonomy", Refusal: TaxonomyError };

let shipped: Taxonomy | undefined;

/**
 * Reads and checks a taxonomy file; the shipped one only once.
 *
 * @throws {TaxonomyError} when the file cannot be read, is not YAML in UTF-8, or breaks a rule.
 */
export function loadTaxonomy(path: string = defaultTaxonomyPath): Taxonomy {
  if (path !== defaultTaxonomyPath) return readTaxonomy(path);
  shipped ??= readTaxonomy(path);
  return shipped;
}

const readTaxonomy = (path: string): Taxonomy => parseTaxonomy(readTextFile(path, taxonomyKind), path);

/** Checks the text of a taxonomy; `path` only names it in errors. */
export function parseTaxonomy(source: string, path: string): Taxonomy {
  const content = parseCheckedYaml(source, path, {
    ...taxonomyKind,
    schema: taxonomyContentSchema,
    faults: faultsAcrossEntries,
    isShipped: path === defaultTaxonomyPath,
  });
  return { ...content, digest: contentDigest(content) };
}
