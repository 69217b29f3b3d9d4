/**
 * The projects of one publish, their records as JSON outside the heap: a million parsed records would not fit in it.
 */
import type { CatalogDerived, CatalogProject } from "../catalog/types.ts";
import type { Tags } from "../contract/api/shared.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import { tagKinds } from "../corpus/projects/project-layout.ts";
import { derivedKinds } from "./tags/derive-tags.ts";

const blockBytes = 1 << 24;

/** Where a value is stored. */
interface Place {
  block: number;
  start: number;
  end: number;
}

/** JSON values, one after another in blocks of memory. */
class JsonBlocks {
  readonly #blocks: Buffer[] = [];
  #used = blockBytes;

  append(value: unknown): Place {
    const json = JSON.stringify(value);
    const bytes = Buffer.byteLength(json);
    if (this.#blocks.length === 0 || this.#used + bytes > this.#blocks.at(-1)!.length) {
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes)));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += this.#blocks.at(-1)!.write(json, start);
    return { block: this.#blocks.length - 1, start, end: this.#used };
  }

  read<T>({ block, start, end }: Place): T {
    return JSON.parse(this.#blocks[block]!.toString("utf8", start, end)) as T;
  }
}

/** Fields that publish derived; null where the import supplies them, or where nothing was found. */
type Derived = Pick<CatalogDerived, "tags" | "categories">;

interface Places {
  record: Place;
  derived: Place | null;
}

export class ProjectStore {
  readonly #json = new JsonBlocks();
  /** One string per hackathon instead of one per project. */
  readonly #hackathons = new Map<string, string>();
  /** The latest record: code reads several fields of a project in a row. */
  #latest: { of: Places; record: ProjectRecord } | null = null;

  add(project: CatalogProject): StoredProject {
    const hackathonSlug = this.#hackathons.get(project.hackathonSlug) ?? project.hackathonSlug;
    this.#hackathons.set(hackathonSlug, hackathonSlug);
    const places = { record: this.#json.append(project.record), derived: null };
    return new StoredProject(this, { ...project, hackathonSlug }, places);
  }

  /** The same project with derived fields in its record. */
  withDerived(project: StoredProject, derived: Derived): StoredProject {
    const { record } = project.places;
    return new StoredProject(this, project, { record, derived: this.#json.append(derived) });
  }

  derived({ places: { derived } }: StoredProject): Derived {
    return derived ? this.#json.read<Derived>(derived) : { tags: null, categories: null };
  }

  record(project: StoredProject): ProjectRecord {
    if (this.#latest?.of === project.places) return this.#latest.record;
    const imported = this.#json.read<ProjectRecord>(project.places.record);
    const record = project.places.derived ? enriched(imported, this.derived(project)) : imported;
    this.#latest = { of: project.places, record };
    return record;
  }
}

function enriched(imported: ProjectRecord, { tags, categories }: Derived): ProjectRecord {
  return { ...imported, tags: allTags(imported, tags), categories: categories ?? imported.categories };
}

/** Null where there are none. */
function allTags(imported: ProjectRecord, derived: Tags | null): Tags | null {
  const own = derivedKinds(imported).length === tagKinds.length ? null : (imported.tags ?? null);
  if (own === null || derived === null) return own ?? derived;
  const tags = { ...own };
  for (const kind of derivedKinds(imported)) tags[kind] = derived[kind];
  return tags;
}

/** As in the catalog, but its record is parsed on each read that does not follow another one of it. */
export class StoredProject implements CatalogProject {
  readonly slug: string;
  readonly hackathonSlug: string;
  readonly createdAt: string;
  readonly contentHash: string;
  readonly places: Places;
  readonly #store: ProjectStore;

  constructor(store: ProjectStore, given: Omit<CatalogProject, "record">, places: Places) {
    this.slug = given.slug;
    this.hackathonSlug = given.hackathonSlug;
    this.createdAt = given.createdAt;
    this.contentHash = given.contentHash;
    this.places = places;
    this.#store = store;
  }

  get record(): ProjectRecord {
    return this.#store.record(this);
  }
}
