/** The contract's schemas as JSON Schema 2020-12 components, by name. */
import { z } from "zod";
import { eventDatesSchema } from "../values/event-dates.ts";
import * as archive from "./archive.ts";
import * as builtWith from "./built-with.ts";
import { categoriesResponseSchema } from "./categories.ts";
import * as clusters from "./clusters.ts";
import { errorBodySchema } from "./errors.ts";
import * as evidence from "./evidence.ts";
import { explanationSchema } from "./explanation.ts";
import * as faqs from "./faqs.ts";
import { filtersResponseSchema } from "./filters.ts";
import { landscapeResponseSchema } from "./landscape.ts";
import * as me from "./me.ts";
import * as neighborhood from "./neighborhood.ts";
import * as project from "./project.ts";
import { projectFiltersSchema } from "./project-filters.ts";
import * as resources from "./resources.ts";
import * as search from "./search-projects.ts";
import * as shared from "./shared.ts";
import * as similar from "./similar.ts";
import { statusResponseSchema } from "./status.ts";

export type JsonSchema = Record<string, unknown>;

/**
 * Schemas with a name in the document; all others are inlined. Bodies of requests have none: generators of clients take
 * a field with a default for a required one, except within the body of an operation.
 */
const named: Record<string, z.ZodType> = {
  Error: errorBodySchema,
  Status: statusResponseSchema,
  Me: me.meResponseSchema,
  MyProject: me.myProjectSchema,
  ArenaProfile: me.arenaProfileSchema,
  Filters: filtersResponseSchema,
  Categories: categoriesResponseSchema,
  SearchProjectsResponse: search.searchProjectsResponseSchema,
  SearchDiagnostics: search.searchDiagnosticsSchema,
  ProjectFilters: projectFiltersSchema,
  ProjectSearchResult: project.projectSearchResultSchema,
  ProjectDetails: project.projectDetailsSchema,
  SimilarProjectsResponse: similar.similarProjectsResponseSchema,
  TeamMember: project.teamMemberSchema,
  ProjectEvidence: evidence.projectEvidenceSchema,
  ProjectEvidenceSummary: evidence.projectEvidenceSummarySchema,
  Explanation: explanationSchema,
  SearchArchivesResponse: archive.searchArchivesResponseSchema,
  ArchiveSearchResult: archive.archiveSearchResultSchema,
  SimilarDocumentsResponse: similar.similarDocumentsResponseSchema,
  ArchiveDocumentPage: archive.archiveDocumentPageSchema,
  ClustersResponse: clusters.clustersResponseSchema,
  ClusterOverview: clusters.clusterOverviewSchema,
  Landscape: landscapeResponseSchema,
  NeighborhoodResponse: neighborhood.neighborhoodResponseSchema,
  ResourcesResponse: resources.resourcesResponseSchema,
  ResourceTrack: resources.resourceTrackSchema,
  ResourceSponsor: resources.resourceSponsorSchema,
  ResourceTopic: resources.resourceTopicSchema,
  ResourceTopicGroup: resources.resourceTopicGroupSchema,
  RpcProvider: resources.rpcProviderSchema,
  ResourceLink: resources.resourceLinkSchema,
  FaqsResponse: faqs.faqsResponseSchema,
  FaqResponse: faqs.faqResponseSchema,
  Faq: faqs.faqSchema,
  EventDates: eventDatesSchema,
  HackathonRef: shared.hackathonRefSchema,
  TrackRef: shared.trackRefSchema,
  Links: shared.linksSchema,
  Prize: shared.prizeSchema,
  Accelerator: shared.acceleratorSchema,
  ClusterRef: shared.clusterRefSchema,
  Tags: shared.tagsSchema,
  ProjectCategories: shared.projectCategoriesSchema,
  FacetBucket: shared.facetBucketSchema,
  ProjectFreshness: shared.projectFreshnessSchema,
  RepositoryTag: builtWith.repositoryTagSchema,
  RepositoryChainTag: builtWith.repositoryChainTagSchema,
  RepositoryTags: builtWith.repositoryTagsSchema,
  CompactBuiltWith: builtWith.compactBuiltWithSchema,
  BuiltWithFilters: builtWith.builtWithFiltersSchema,
};

/**
 * Requests as a caller writes them; responses allow fields added later. Both use zod's input side, which closes an
 * object only if its schema is strict.
 */
const conversion = {
  io: "input",
  unrepresentable: "any",
  target: "draft-2020-12",
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
    // zod omits defaults of transformed values; ours are the same on both sides.
    const { def } = zodSchema._zod;
    if (def.type === "default") jsonSchema.default = def.defaultValue;
    // Bounds that only mean "fits a number" or "may be empty" are noise, unless the schema states them.
    const stated = def.type === "number" ? (def.checks ?? []).map(({ _zod }) => _zod.def.check) : null;
    if (stated && !stated.includes("less_than")) delete jsonSchema.maximum;
    if (stated && !stated.includes("greater_than")) delete jsonSchema.minimum;
    if (jsonSchema.minItems === 0) delete jsonSchema.minItems;
  },
} as const;

const bare = ({ $schema: _schema, $id: _id, ...schema }: JsonSchema): JsonSchema => schema;

/** Schemas by id, with references of the form `#/components/schemas/<id>` to each other. */
function convert(schemas: Iterable<[id: string, schema: z.ZodType]>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of schemas) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { ...conversion, uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(converted.schemas).map(([id, schema]) => [id, bare(schema)]));
}

/** Every named schema. */
export const componentSchemas = (): Record<string, JsonSchema> => convert(Object.entries(named));

/** The schema in itself, without references. */
export const inlineSchema = (schema: z.ZodType): JsonSchema => bare(z.toJSONSchema(schema, conversion));

/** A reference if the schema has a name, else the schema itself, with references to named ones. */
export function schemaReferences(schemas: readonly z.ZodType[]): Map<z.ZodType, JsonSchema> {
  const names = new Map(Object.entries(named).map(([id, schema]) => [schema, id]));
  const unnamed = [...new Set(schemas)].filter((schema) => !names.has(schema));
  const ids = unnamed.map((schema, at): [string, z.ZodType] => [`unnamed-${at}`, schema]);
  const converted = convert([...Object.entries(named), ...ids]);
  return new Map([
    ...[...names].map(([schema, id]): [z.ZodType, JsonSchema] => [
      schema,
      { $ref: `#/components/schemas/${id}` },
    ]),
    ...ids.map(([id, schema]): [z.ZodType, JsonSchema] => [schema, converted[id]!]),
  ]);
}
