/** GET /resources: resources of a hackathon. */
import { z } from "zod";
import { eventDatesSchema } from "../values/event-dates.ts";
import { codePoints, formatted } from "../values/text.ts";

const shortSlug = formatted(
  /^[a-z0-9-]{1,40}$/,
  "lower-case letters, digits and hyphens, 1 to 40 characters",
);

/** Selects the hackathon flagged as current, else running now, else started last. */
export const currentHackathonName = "current";

export const resourceKindSchema = z.enum(["all", "sponsors", "topics", "rpc"]);

export const resourcesQuerySchema = z.object({
  hackathon: shortSlug.default(currentHackathonName).describe("a slug, or current"),
  track: shortSlug.optional().describe("resources for this track or for all tracks"),
  q: codePoints({ min: 2, max: 100, trim: true }).optional().describe("every word must match"),
  topic: formatted(
    /^(?:[a-z0-9-]{1,40}:)?[a-z0-9-]{1,60}$/,
    "<topic> or <track>:<topic> (lower-case letters, digits and hyphens, at most 60 and 40 characters)",
  )
    .optional()
    .describe("one topic; <track>:<topic> if several tracks have a topic of this name"),
  kind: resourceKindSchema.default("all").describe("the other arrays are empty"),
});
export type ResourcesQuery = z.output<typeof resourcesQuerySchema>;

export const resourceLinkSchema = z.object({ label: z.string(), url: z.string() });
export type ResourceLink = z.infer<typeof resourceLinkSchema>;

export const topicLinkSchema = resourceLinkSchema.extend({ description: z.string().optional() });

export const resourceTrackSchema = z.object({
  id: z.string(),
  name: z.string(),
  pageUrl: z.string().optional(),
  sponsorCards: z
    .array(
      z.object({
        name: z.string(),
        slug: z.string(),
        trackId: z.string(),
        fallback: z.boolean(),
        comingSoon: z.boolean(),
      }),
    )
    .optional(),
  sponsorCardsNote: z.string().optional(),
});
export type ResourceTrack = z.infer<typeof resourceTrackSchema>;

export const resourceSponsorSchema = z.object({
  name: z.string(),
  slug: z.string(),
  trackId: z.string().optional(),
  tags: z.array(z.string()),
  hasSkill: z.boolean().describe("whether the sponsor offers a skill file for agents"),
  content: z.string().describe("Markdown"),
  links: z.array(resourceLinkSchema),
});
export type ResourceSponsor = z.infer<typeof resourceSponsorSchema>;

export const resourceTopicSchema = z.object({
  id: z.string().describe("<track>:<topic> at events of several tracks"),
  trackId: z.string().optional(),
  title: z.string(),
  summary: z.string().optional(),
  groups: z.array(z.object({ id: z.string(), title: z.string(), links: z.array(topicLinkSchema) })),
});
export type ResourceTopic = z.infer<typeof resourceTopicSchema>;

export const resourceTopicGroupSchema = z.object({
  id: z.string(),
  trackId: z.string().optional(),
  title: z.string(),
  topicIds: z.array(z.string()).describe("of the topics in this response"),
});
export type ResourceTopicGroup = z.infer<typeof resourceTopicGroupSchema>;

export const rpcProviderSchema = z.object({
  name: z.string(),
  trackId: z.string().optional(),
  description: z.string(),
  offer: z.string().optional(),
  links: z.array(resourceLinkSchema),
});
export type RpcProvider = z.infer<typeof rpcProviderSchema>;

export const resourcesResponseSchema = z.object({
  eventDates: eventDatesSchema.nullable().describe("null until start and deadline are recorded"),
  hackathon: z.object({ name: z.string(), slug: z.string(), pageUrl: z.string().optional() }),
  tracks: z.array(resourceTrackSchema).describe("empty for a hackathon of a single track"),
  source: z.object({
    url: z.string(),
    fetchedAt: z.iso.datetime({ offset: true }),
    stale: z.boolean().describe("older than ten minutes, and being refetched"),
  }),
  sponsors: z.array(resourceSponsorSchema),
  topics: z.array(resourceTopicSchema),
  topicGroups: z.array(resourceTopicGroupSchema),
  rpcProviders: z.array(rpcProviderSchema),
  query: z.object({
    track: z.string().optional(),
    q: z.string().optional(),
    topic: z.string().optional(),
    kind: resourceKindSchema,
    matched: z.int().min(0).describe("sponsors, topic links and providers in this response"),
  }),
});
export type ResourcesResponse = z.infer<typeof resourcesResponseSchema>;
