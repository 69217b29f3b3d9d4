/** A project with ambiguities of its record resolved: the source of results, details, columns and texts. */

import type {
  Accelerator,
  Award,
  ClusterRef,
  HackathonRef,
  Links,
  Prize,
  ProjectCategories,
  Tags,
  TrackClassification,
  TrackRef,
} from "../../contract/api/shared.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { findByName, slugOf } from "../../contract/values/slug.ts";
import { webUrlSchema } from "../../contract/values/web-url.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

import { categoryLabels } from "./category-keys.ts";
import type { SegmentProject } from "./project-input.ts";
import type { SegmentHackathon } from "./project-layout.ts";
import { standingOf } from "./shown-prize.ts";

export interface SettledProject {
  slug: string;
  record: ProjectRecord;
  createdAt: string;
  hackathon: HackathonRef;
  tracks: TrackRef[];
  labels: TrackRef[];
  trackClassification: TrackClassification;
  award: Award | null;
  prize: Prize | null;
  oneLiner: string | null;
  description: string | null;
  links: Links;
  accelerator: Accelerator | null;
  tags: Tags | null;
  categories: ProjectCategories | null;
  cluster: ClusterRef | null;
  teamCount: number;
}

export interface Surroundings {
  hackathons: ReadonlyMap<string, SegmentHackathon>;
  taxonomy: Taxonomy;
  clusters: ReadonlyMap<string, ClusterRef>;
}

/** Resolves a project. `onUnknownCategory` is called with each category key that is not in the taxonomy. */
export function settleProject(
  project: SegmentProject,
  surroundings: Surroundings,
  onUnknownCategory: (key: string) => void,
): SettledProject {
  const { slug, record, createdAt } = project;
  const hackathon = hackathonOf(project, surroundings);
  const trackClassification = classify(record);
  return {
    slug,
    record,
    createdAt,
    hackathon: { name: hackathon.name, slug: hackathon.slug, startDate: hackathon.startDate ?? "" },
    tracks:
      trackClassification === "prize_tracks" ? choices(record.tracks, hackathon.tracks, hackathon.slug) : [],
    labels:
      trackClassification === "submission_labels"
        ? choices(record.labels, hackathon.labels, `label:${hackathon.slug}`)
        : [],
    trackClassification,
    ...standingOf(record),
    oneLiner: record.oneLiner?.trim() || null,
    description: record.description?.trim() || null,
    links: linksOf(record),
    accelerator: acceleratorOf(record),
    tags: record.tags ?? null,
    categories: categoriesOf(record, surroundings.taxonomy, onUnknownCategory),
    cluster: surroundings.clusters.get(slug) ?? null,
    teamCount: record.team?.count ?? record.team?.members?.length ?? 0,
  };
}

/** As declared, else with the name in the record. */
export function hackathonOf(
  { hackathonSlug, record }: SegmentProject,
  { hackathons }: Pick<Surroundings, "hackathons">,
): SegmentHackathon {
  const declared = hackathons.get(hackathonSlug);
  if (declared) return declared;
  const { name = hackathonSlug, startDate = null } = record.hackathon ?? {};
  return { slug: hackathonSlug, name, startDate, tracks: [], labels: [] };
}

function classify({ trackClassification, tracks, labels }: ProjectRecord): TrackClassification {
  if (trackClassification) return trackClassification;
  if (!labels?.length) return "prize_tracks";
  return tracks?.length ? "ambiguous" : "submission_labels";
}

/** Tracks or labels by their names in the record; declared ones keep their slug and name. */
function choices(
  given: readonly string[] | undefined,
  declared: readonly { slug: string; name: string }[],
  keyStart: string,
): TrackRef[] {
  const found = new Map<string, TrackRef>();
  for (const text of given ?? []) {
    const { slug, name } = findByName(declared, text) ?? { slug: slugOf(text), name: text.trim() };
    const key = `${keyStart}/${slug}`;
    if (slug !== "" && !found.has(key)) found.set(key, { name, key });
  }
  return [...found.values()];
}

function linksOf({ links = {} }: ProjectRecord): Links {
  const { repoPublic } = links;
  return {
    github: shownLink(links.github),
    demo: shownLink(links.demo),
    presentation: shownLink(links.presentation),
    technicalDemo: shownLink(links.technicalDemo),
    twitter: shownLink(links.twitter),
    colosseum: shownLink(links.colosseum),
    ...(repoPublic !== undefined && { repoPublic }),
  };
}

/** Catalogs of earlier releases hold links that the import did not check. */
function shownLink(link: string | null | undefined): string | null {
  return webUrlSchema.safeParse(link).data ?? null;
}

function acceleratorOf({ accelerator }: ProjectRecord): Accelerator | null {
  if (!accelerator) return null;
  const { companySlug = null, companyName = null, batchKey, batchName } = accelerator;
  return { companySlug, companyName, batchKey, batchName };
}

/** A key that is not in the taxonomy cannot be filtered by or explained, so it counts as none. */
function categoriesOf(
  { categories }: ProjectRecord,
  taxonomy: Taxonomy,
  onUnknown: (key: string) => void,
): ProjectCategories | null {
  if (!categories) return null;
  const known = categoryLabels(taxonomy);
  const { version, primaryKey, secondaryKey, confidence } = categories;
  if (!known.has(primaryKey)) {
    onUnknown(primaryKey);
    return null;
  }
  const second = secondaryKey && secondaryKey !== primaryKey ? secondaryKey : null;
  if (second && !known.has(second)) onUnknown(second);
  return {
    version: version ?? taxonomy.version,
    primaryKey,
    secondaryKey: second && known.has(second) ? second : null,
    confidence,
  };
}
