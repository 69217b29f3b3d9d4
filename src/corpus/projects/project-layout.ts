/** Layout of the projects segment: one row per project, newest first, as in a search without a query. */
import { builtWithKinds } from "../../contract/api/built-with.ts";
import type { Bm25Parameters } from "../../search/text/bm25.ts";

export const projectSegmentKind = "projects";

/** The five kinds of tags, one column each. */
export const tagKinds = ["problemTags", "solutionTags", "primitives", "techStack", "targetUsers"] as const;
export type TagKind = (typeof tagKinds)[number];

/** Columns of tools by kind, keyed by the lower-cased name. */
const toolColumnNames = builtWithKinds.map((kind) => `tools.${kind}` as const);

/**
 * `technologies` contains every tool once, whatever its kind, labelled by the kind under which most projects list it;
 * `categories` contains main categories, `allCategories` main and second ones; `prizes` and `placements` are of
 * the shown prize; `companies` is keyed by batch and company; `flags` by {@link ProjectFlag}.
 */
export const projectColumnNames = [
  "hackathons",
  "tracks",
  "labels",
  "clusters",
  "prizes",
  "placements",
  ...tagKinds,
  "categories",
  "allCategories",
  "batches",
  "companies",
  "flags",
  ...toolColumnNames,
  "technologies",
] as const;
export type ProjectColumnName = (typeof projectColumnNames)[number];

export type ProjectFlag = "winner" | "honorable_mention" | "university" | "mobile" | "built_with";

/** A hackathon of the catalog, with or without projects. */
export interface SegmentHackathon {
  slug: string;
  name: string;
  startDate: string | null;
  tracks: readonly { slug: string; name: string }[];
  labels: readonly { slug: string; name: string }[];
}

export interface ProjectSegmentMeta {
  projects: number;
  /** Of the vectors as given, before padding; 0 without an embedder. */
  dimensions: number;
  missingVectors: number;
  /** Categories in records that are not in the taxonomy; such projects count as not yet categorised. */
  unknownCategories: number;
  textBytes: number;
  words: Bm25Parameters;
  topics: Bm25Parameters;
  /** Position of {@link ProjectTables}, as JSON, in the text file. */
  tables: { at: number; bytes: number };
}

/** A cluster as described at publish; values that change when projects are withdrawn are counted on request. */
export interface SegmentCluster {
  key: string;
  label: string;
  summary: string;
  /** Slugs of projects, nearest to the centre first. */
  representatives: readonly string[];
}

export interface ProjectTables {
  /** Column → [key, label] by value number. */
  columns: Record<ProjectColumnName, [key: string, label: string][]>;
  hackathons: SegmentHackathon[];
  clusters: SegmentCluster[];
}

export interface ProjectArrays {
  /** Where the search result's record (JSON) starts in the text file; its length in bytes. */
  recordAt: Float64Array;
  recordBytes: Uint32Array;
  /** Length of the searchable text, which directly follows the record, so that one read gets both. */
  textBytes: Uint32Array;
  detailsAt: Float64Array;
  detailsBytes: Uint32Array;
}

/**
 * Weight of one occurrence per field, and the shape of BM25. Tags matter most on the demo,
 * the weight of the name hardly does. For `b`, see decision 15.
 */
export const fieldWeights = { name: 4, oneLiner: 2, tags: 2, topics: 1, tools: 1, description: 1 } as const;
export const wordShape = { k1: 1.2, b: 0.5 } as const;
/** Tag lists differ little in length, and repeats of a tag add nothing. */
export const topicShape = { k1: 0.6, b: 0.2 } as const;
