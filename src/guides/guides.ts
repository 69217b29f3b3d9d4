/** Resources and FAQs of hackathons: handles GET /resources, GET /faqs and GET /faqs/:program/:id. */
import { join } from "node:path";
import type { Catalog } from "../catalog/catalog.ts";
import { currentHackathon, latestStarted } from "../catalog/current-hackathon.ts";
import type { CatalogHackathon } from "../catalog/types.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { FaqParams, FaqResponse, FaqsQuery, FaqsResponse } from "../contract/api/faqs.ts";
import {
  currentHackathonName,
  type ResourcesQuery,
  type ResourcesResponse,
} from "../contract/api/resources.ts";
import type { ResourcesContent } from "../contract/records/resource-record.ts";
import type { EventDates } from "../contract/values/event-dates.ts";
import { eventDatesOf } from "./event-dates.ts";
import { cachedFaqs } from "./faqs/cached-faqs.ts";
import { searchFaqs } from "./faqs/search-faqs.ts";
import { ResourceFeeds, type ResourceFeedsOptions } from "./feeds/resource-feeds.ts";
import { presentResources } from "./resources/present-resources.ts";
import { countSelected, selectResources } from "./resources/select-resources.ts";

export interface GuidesOptions extends Omit<ResourceFeedsOptions, "folder"> {
  catalog: Pick<Catalog, "hackathons" | "resources" | "resourceHackathons" | "faqs" | "changeCounter">;
  /** Copies of feeds are stored in `<dataDir>/feeds`. */
  dataDir: string;
}

export interface Guides {
  /**
   * Throws NOT_FOUND for a hackathon without resources or an unknown track, INVALID_QUERY for a topic of several
   * tracks, RESOURCES_UNAVAILABLE when a feed has had no usable response for 24 hours.
   */
  getResources(query: ResourcesQuery): Promise<ResourcesResponse>;
  /** Hackathons that have resources, the one that started last first. */
  listHackathons(): Promise<{ slug: string; name: string; current: boolean }[]>;
  getFaqs(query: FaqsQuery): Promise<FaqsResponse>;
  /** Throws NOT_FOUND. */
  getFaq(params: FaqParams): Promise<FaqResponse>;
  close(): Promise<void>;
}

interface HeldContent {
  content: ResourcesContent;
  source: ResourcesResponse["source"];
}

/** An unknown hackathon and one without resources get the same response. */
function unknownHackathon(): never {
  throw new ApiError("NOT_FOUND", "Hackathon resources not found");
}

export function openGuides({ catalog, dataDir, ...options }: GuidesOptions): Guides {
  const now = () => new Date((options.now ?? Date.now)());
  const feeds = new ResourceFeeds({ ...options, folder: join(dataDir, "feeds") });
  const faqList = cachedFaqs(catalog);

  const held = async (hackathon: string): Promise<HeldContent & { pageUrl: string | undefined }> => {
    const found = await catalog.resources(hackathon);
    if (found === null) return unknownHackathon();
    const { record, importedAt } = found;
    const { feedUrl, pageUrl } = record;
    if (feedUrl === undefined) {
      return {
        content: record,
        pageUrl,
        source: { url: pageUrl ?? "", fetchedAt: importedAt, stale: false },
      };
    }
    const { content, url, fetchedAt, stale } = await feeds.read(hackathon, feedUrl);
    return { content, pageUrl: content.pageUrl ?? pageUrl, source: { url, fetchedAt, stale } };
  };

  /** FAQs about hackathons include the dates of the one started last. */
  const datesFor = async (faqs: readonly { program: string }[]): Promise<EventDates | null> => {
    if (!faqs.some(({ program }) => program === "hackathon")) return null;
    return eventDatesOf(latestStarted(await catalog.hackathons(), now()));
  };

  return {
    async getResources(query) {
      const hackathons = await catalog.hackathons();
      const hackathon =
        query.hackathon === currentHackathonName
          ? currentHackathon(hackathons, now())
          : hackathons.find(({ slug }) => slug === query.hackathon);
      const { slug, name } = hackathon ?? unknownHackathon();
      const { content, pageUrl, source } = await held(slug);
      const selected = selectResources(content, query);
      const { track, q, topic, kind } = query;
      return {
        eventDates: eventDatesOf(hackathon),
        hackathon: { name, slug, ...(pageUrl !== undefined && { pageUrl }) },
        source,
        ...presentResources(content, selected),
        query: { track, q, topic, kind, matched: countSelected(selected) },
      };
    },

    async listHackathons() {
      const having = new Set(await catalog.resourceHackathons());
      const hackathons = await catalog.hackathons();
      const current = currentHackathon(hackathons, now());
      const start = ({ startDate }: CatalogHackathon) =>
        startDate === null ? Number.MIN_SAFE_INTEGER : Date.parse(startDate);
      // Input is ordered by slug; the stable sort keeps that order among equal dates.
      return hackathons
        .filter(({ slug }) => having.has(slug))
        .sort((a, b) => start(b) - start(a))
        .map(({ slug, name }) => ({ slug, name, current: slug === current?.slug }));
    },

    async getFaqs({ program, q }) {
      const { faqs, programs, revision } = await faqList();
      const ofProgram = faqs.filter((faq) => program === undefined || faq.program === program);
      const matching = q === undefined ? ofProgram : searchFaqs(ofProgram, q);
      return {
        eventDates: await datesFor(matching),
        source: { kind: "file", revision },
        programs,
        faqs: matching,
        query: { program, q, matched: matching.length },
      };
    },

    async getFaq({ program, id }) {
      const { faqs, revision } = await faqList();
      const faq = faqs.find((one) => one.program === program && one.id === id);
      if (faq === undefined) {
        throw new ApiError("NOT_FOUND", `There is no FAQ ${id} of ${program}; GET /faqs lists all FAQs`);
      }
      return { eventDates: await datesFor([faq]), source: { kind: "file", revision }, faq };
    },

    close: () => feeds.close(),
  };
}
