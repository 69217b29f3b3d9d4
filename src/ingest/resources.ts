/** `import resources`: resources of hackathons, one record for each. */
import type { Catalog } from "../catalog/catalog.ts";
import { type ResourcesRecord, resourcesRecordSchema } from "../contract/records/resource-record.ts";
import { namesLoopback } from "../contract/values/hosts.ts";
import { type Declaration, importDeclarations } from "./declarations.ts";
import type { Fault } from "./read/entry.ts";
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
  return importDeclarations(catalog, resourcesDeclaration, { inputs, options });
}

export const resourcesDeclaration: Declaration<typeof resourcesRecordSchema> = {
  name: "resources",
  keyName: "hackathon",
  schema: resourcesRecordSchema,
  tidy: (record: ResourcesRecord) => record,
  refuseRemote,
  declare: (writer, record) => writer.saveResources(record),
};

function refuseRemote({ feedUrl }: ResourcesRecord): Fault | null {
  if (feedUrl === undefined || !namesLoopback(new URL(feedUrl))) return null;
  const message = "is an address of the server's machine: import it there, with priorart import resources";
  return { field: "feedUrl", rule: "not-allowed", message };
}
