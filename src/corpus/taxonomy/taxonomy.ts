import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Document, isAlias, isCollection, isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { type Fault, faultsAcrossEntries } from "./taxonomy-rules.ts";
import { type Taxonomy, type TaxonomyContent, taxonomyContentSchema } from "./taxonomy-schema.ts";

export { type ExpandedQuery, expandQuery, MAX_ADDED_WORDS } from "./query-expansion.ts";
export type {
  Taxonomy,
  TaxonomyArea,
  TaxonomyCategory,
  TaxonomySynonym,
} from "./taxonomy-schema.ts";

const FAULTS_SHOWN = 20;

/** The taxonomy that ships, beside this module in the sources and in the build alike. */
export const defaultTaxonomyPath = fileURLToPath(new URL("./taxonomy.yaml", import.meta.url));

/** A taxonomy file that cannot be used; the message has one line `file:line: field: rule` for each fault. */
export class TaxonomyError extends Error {
  override readonly name = "TaxonomyError";
}

/**
 * Reads and checks a taxonomy file.
 *
 * @throws {TaxonomyError} when the file cannot be read, is not YAML in UTF-8, or breaks a rule.
 */
export function loadTaxonomy(path: string = defaultTaxonomyPath): Taxonomy {
  return parseTaxonomy(readText(path), path);
}

/** Checks the text of a taxonomy; `path` only names it in errors. */
export function parseTaxonomy(source: string, path: string): Taxonomy {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw rejected(
      document.errors.map(
        ({ pos, message }) => `${path}:${lines.linePos(pos[0]).line}: not valid YAML: ${message}`,
      ),
    );
  }
  const { content, faults } = validate(plainContent(document, path));
  if (content === undefined || faults.length > 0) {
    throw rejected(
      faults.map(({ path: field, rule }) => {
        const line = lines.linePos(offsetOf(document, field)).line;
        return `${path}:${line}: ${fieldName(field)}: ${rule}`;
      }),
    );
  }
  return { ...content, digest: createHash("sha256").update(canonical(content)).digest("hex") };
}

function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new TaxonomyError(`${path}: the taxonomy cannot be read: ${(error as Error).message}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new TaxonomyError(`${path}: the taxonomy is not UTF-8 text: save it as UTF-8`);
  }
}

function plainContent(document: Document, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new TaxonomyError(`${path}: not valid YAML: ${(error as Error).message}`);
  }
}

function validate(plain: unknown): { content?: TaxonomyContent; faults: Fault[] } {
  const result = taxonomyContentSchema.safeParse(plain, { reportInput: true });
  if (result.success) return { content: result.data, faults: faultsAcrossEntries(result.data) };
  const faults = result.error.issues.flatMap((issue): Fault[] => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        rule: "is not a field of a taxonomy: remove it",
      }));
    }
    return [{ path: issue.path, rule: issue.input === undefined ? "is missing" : issue.message }];
  });
  return { faults };
}

/** The offset of the field, or of the nearest entry around it when the field itself is missing. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const inside = path.slice(0, depth);
    const parent = document.getIn(inside.slice(0, -1), true);
    const last = inside.at(-1);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(inside, true);
    if ((isScalar(node) || isCollection(node) || isAlias(node)) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the file";
  return path.reduce<string>(
    (name, part) =>
      typeof part === "number" ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part),
    "",
  );
}

function rejected(faults: string[]): TaxonomyError {
  const more = faults.length - FAULTS_SHOWN;
  const shown = faults.slice(0, FAULTS_SHOWN);
  if (more > 0) shown.push(`and ${more} more`);
  return new TaxonomyError(shown.join("\n"));
}

/** JSON with the keys of every object in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
