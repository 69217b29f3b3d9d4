/** `import resources`: resources of hackathons, one record for each. */
import type { Catalog } from "../catalog/catalog.ts";
import { type ResourcesRecord, resourcesRecordSchema } from "../contract/records/resource-record.ts";
import { type Declaration, importDeclarations } from "./declarations.ts";
import type { ImportOptions, ImportReport } from "./types.ts";

/**
 * Imports YAML or JSON lists of resources; a record replaces the stored one of its hackathon. Throws ImportUsageError
 * when a file or the map cannot be used.
 */
export function importResources(
  catalog: Catalog,
  inputs: readonly string[],
  options: ImportOptions,
): Promise<ImportReport> {
  return importDeclarations(catalog, declaration, { inputs, options });
}

const declaration: Declaration<typeof resourcesRecordSchema> = {
  name: "resources",
  keyName: "hackathon",
  schema: resourcesRecordSchema,
  tidy: (record: ResourcesRecord) => record,
  declare: (writer, record) => writer.saveResources(record),
};
