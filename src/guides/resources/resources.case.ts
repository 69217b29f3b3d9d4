/** Resources for tests: a small event of three tracks, and random ones. */
import fc from "fast-check";
import type { ResourcesQuery } from "../../contract/api/resources.ts";
import { type ResourcesContent, resourcesContentSchema } from "../../contract/records/resource-record.ts";

const link = (label: string, description?: string) => ({
  label,
  url: "https://example.org/x",
  ...(description !== undefined && { description }),
});

/** Tracks `pay`, `play` and `green`; two of them have a topic `wallets`. */
export const jamContent: ResourcesContent = resourcesContentSchema.parse({
  pageUrl: "https://jam.example.org/resources",
  tracks: [
    { id: "pay", name: "Payments", pageUrl: "https://jam.example.org/pay" },
    { id: "play", name: "Games", sponsorCards: [{ name: "Quoll", slug: "quoll", fallback: true }] },
    { id: "green", name: "Climate", sponsorCardsNote: "More to come." },
  ],
  sponsors: [
    {
      name: "Quoll Cloud",
      slug: "quoll",
      tags: ["hosting"],
      content: "Free *servers* for a month.",
      links: [link("Sign-up page")],
    },
    { name: "Marrow Bank", slug: "marrow", trackId: "pay", tags: ["Cards"], hasSkill: true },
  ],
  topics: [
    {
      id: "wallets",
      trackId: "pay",
      title: "Wallets for shops",
      summary: "Where to begin.",
      groups: [
        {
          id: "start",
          title: "Getting started",
          links: [link("Key storage", "Passkeys explained"), link("Test money")],
        },
        { id: "deep", title: "Going deeper", links: [link("Account recovery")] },
      ],
    },
    {
      id: "wallets",
      trackId: "play",
      title: "Wallets for players",
      groups: [{ id: "start", title: "Getting started", links: [link("Guest wallets")] }],
    },
    { id: "rules", title: "Rules", groups: [{ id: "all", title: "For everyone", links: [link("Judging")] }] },
    { id: "empty", trackId: "green", title: "Nothing yet", groups: [] },
  ],
  topicGroups: [
    { id: "money", trackId: "pay", title: "Money", topicIds: ["wallets", "rules", "play:wallets"] },
    { id: "common", title: "For all", topicIds: ["rules"] },
    { id: "later", trackId: "green", title: "Later", topicIds: ["empty"] },
  ],
  rpcProviders: [
    { name: "Lantern RPC", description: "Nodes for four chains", offer: "50 GB free", links: [link("Docs")] },
    { name: "Ferrow", trackId: "play", description: "Fast blocks" },
  ],
});

export const question = (query: Partial<ResourcesQuery> = {}): ResourcesQuery => ({
  hackathon: "current",
  kind: "all",
  track: undefined,
  q: undefined,
  topic: undefined,
  ...query,
});

const word = fc.constantFrom("pay", "Play", "STRASSE", "straße", "ΟΔΟΣ", "οδος", "a", "é", "e\u0301", "x y");
const words = fc.array(word, { maxLength: 3 }).map((list) => list.join(" "));
const trackId = fc.constantFrom(undefined, "pay", "play");
const maybe = fc.option(words, { nil: undefined });
const links = fc.array(
  fc.record({ label: words, url: fc.constant("https://example.org/"), description: maybe }),
  { maxLength: 2 },
);
const topic = fc.record({
  id: fc.constantFrom("t1", "t2", "t3"),
  trackId,
  title: words,
  summary: maybe,
  groups: fc.array(fc.record({ id: fc.constant("g"), title: words, links }), { maxLength: 2 }),
});

export const anyContent: fc.Arbitrary<ResourcesContent> = fc.record({
  pageUrl: fc.constant(undefined),
  tracks: fc.constant([
    { id: "pay", name: "Pay", pageUrl: undefined, sponsorCardsNote: undefined },
    { id: "play", name: "Play", pageUrl: undefined, sponsorCardsNote: undefined },
  ]),
  sponsors: fc.array(
    fc.record({
      name: words,
      slug: fc.constant("s"),
      trackId,
      tags: fc.array(words, { maxLength: 2 }),
      hasSkill: fc.boolean(),
      content: words,
      links,
    }),
    { maxLength: 4 },
  ),
  topics: fc.uniqueArray(topic, { maxLength: 4, selector: ({ id }) => id }),
  topicGroups: fc.constant([]),
  rpcProviders: fc.array(
    fc.record({
      name: words,
      trackId,
      description: words,
      offer: maybe,
      links,
    }),
    { maxLength: 4 },
  ),
});

export const anyQuestion: fc.Arbitrary<ResourcesQuery> = fc.record({
  hackathon: fc.constant("current"),
  track: trackId,
  q: maybe,
  topic: fc.constantFrom(undefined, "t1", "t4", "pay:t1", "play:t2"),
  kind: fc.constantFrom("all" as const, "sponsors" as const, "topics" as const, "rpc" as const),
});
