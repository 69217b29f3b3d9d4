/** The record of `import resources`, and the response of a feed of resources: the same content, by the same rules. */
import { z } from "zod";
import { currentHackathonName } from "../api/resources.ts";
import { slugSchema } from "../values/keys.ts";
import { feedUrlSchema, webUrlSchema } from "../values/web-url.ts";
import { resourceFaults } from "./resource-faults.ts";

const line = (max: number) => z.string().trim().min(1).max(max);
/** Exports and feeds write null for absent fields. */
const given = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const id = (max: number) => slugSchema.max(max);
const trackId = given(id(40)).describe("A track of `tracks`; default: all of them.");
const link = { label: line(200), url: webUrlSchema };
const links = z.array(z.object(link)).max(200).default([]);

const trackSchema = z.object({
  id: id(40),
  name: line(200),
  pageUrl: given(webUrlSchema),
  sponsorCards: z
    .array(
      z.object({
        name: line(200),
        slug: id(100),
        trackId: given(id(40)).describe("Default: the track that contains the card."),
        fallback: z.boolean().default(false),
        comingSoon: z.boolean().default(false),
      }),
    )
    .max(200)
    .optional(),
  sponsorCardsNote: given(line(2_000)),
});

const sponsorSchema = z.object({
  name: line(200),
  slug: id(100),
  trackId,
  tags: z.array(line(100)).max(50).default([]),
  hasSkill: z.boolean().default(false).describe("Whether the sponsor offers a skill file for agents."),
  content: z.string().max(50_000).default("").describe("Markdown"),
  links,
});

const topicSchema = z.object({
  id: id(60).describe("Without its track; the service returns <track>:<topic>."),
  trackId,
  title: line(200),
  summary: given(line(5_000)),
  groups: z
    .array(
      z.object({
        id: id(60),
        title: line(200),
        links: z
          .array(z.object({ ...link, description: given(line(2_000)) }))
          .max(200)
          .default([]),
      }),
    )
    .max(100)
    .default([]),
});

const topicGroupSchema = z.object({
  id: id(60),
  trackId,
  title: line(200),
  topicIds: z
    .array(z.string())
    .max(500)
    .describe("Topics of the same track or of no track; <track>:<topic> for those of another."),
});

const rpcProviderSchema = z.object({
  name: line(200),
  trackId,
  description: z.string().trim().max(5_000),
  offer: given(line(2_000)),
  links,
});

const content = {
  pageUrl: given(webUrlSchema).describe("The hackathon's resources page."),
  tracks: z.array(trackSchema).max(100).default([]),
  sponsors: z.array(sponsorSchema).max(1_000).default([]),
  topics: z.array(topicSchema).max(1_000).default([]),
  topicGroups: z.array(topicGroupSchema).max(500).default([]),
  rpcProviders: z.array(rpcProviderSchema).max(500).default([]),
};
const contentFields = ["tracks", "sponsors", "topics", "topicGroups", "rpcProviders"] as const;

export const resourcesContentSchema = z.object(content).superRefine(checkContent);
export type ResourcesContent = z.output<typeof resourcesContentSchema>;

export const resourcesRecordSchema = z
  .object({
    hackathon: id(40).refine(
      (slug) => slug !== currentHackathonName,
      `must not be ${currentHackathonName}: that name is reserved for the current hackathon`,
    ),
    feedUrl: given(feedUrlSchema).describe(
      "URL of a JSON document with the fields below, which must then be omitted here. Callers see the URL.",
    ),
    ...content,
  })
  .superRefine((record, context) => {
    checkContent(record, context);
    const written = contentFields.filter((field) => record[field].length > 0);
    if (record.feedUrl !== undefined && written.length > 0) {
      const message = `provides the content: remove ${written.join(", ")}, or remove feedUrl`;
      context.addIssue({ code: "custom", path: ["feedUrl"], message });
    }
    if (record.feedUrl === undefined && record.pageUrl === undefined) {
      const message = "is missing: give the URL of the page with this content, or a feedUrl";
      context.addIssue({ code: "custom", path: ["pageUrl"], message });
    }
  });
export type ResourcesRecord = z.output<typeof resourcesRecordSchema>;

function checkContent(parts: ResourcesContent, context: z.RefinementCtx): void {
  for (const { path, message } of resourceFaults(parts)) context.addIssue({ code: "custom", path, message });
}
