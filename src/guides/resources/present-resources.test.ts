import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResourcesQuery } from "../../contract/api/resources.ts";
import { resourcesContentSchema } from "../../contract/records/resource-record.ts";
import { presentResources } from "./present-resources.ts";
import { anyContent, anyQuestion, jamContent, question } from "./resources.case.ts";
import { selectResources } from "./select-resources.ts";

const present = (query: Partial<ResourcesQuery> = {}, content = jamContent) =>
  presentResources(content, selectResources(content, question(query)));

describe("presentResources", () => {
  it("prefixes the ids of topics and groups with the track", () => {
    const { topics, topicGroups } = present();
    expect(topics.map(({ id, trackId, groups }) => [id, trackId, groups.map((group) => group.id)])).toEqual([
      ["pay:wallets", "pay", ["pay:start", "pay:deep"]],
      ["play:wallets", "play", ["play:start"]],
      ["rules", undefined, ["all"]],
      ["green:empty", "green", []],
    ]);
    expect(topicGroups).toEqual([
      { id: "pay:money", trackId: "pay", title: "Money", topicIds: ["pay:wallets", "rules", "play:wallets"] },
      { id: "common", title: "For all", topicIds: ["rules"] },
      { id: "green:later", trackId: "green", title: "Later", topicIds: ["green:empty"] },
    ]);
  });

  it("lists in topic groups only returned topics, and omits empty groups", () => {
    expect(present({ track: "play" }).topicGroups).toEqual([
      { id: "pay:money", trackId: "pay", title: "Money", topicIds: ["rules", "play:wallets"] },
      { id: "common", title: "For all", topicIds: ["rules"] },
    ]);
    expect(present({ kind: "rpc" }).topicGroups).toEqual([]);
    fc.assert(
      fc.property(anyContent, anyQuestion, (content, query) => {
        const grouped = {
          ...content,
          topicGroups: [
            {
              id: "g",
              trackId: undefined,
              title: "G",
              topicIds: content.topics.map(({ id, trackId }) => (trackId ? `${trackId}:${id}` : id)),
            },
          ],
        };
        const { topics, topicGroups } = presentResources(grouped, selectResources(grouped, query));
        expect(topicGroups.flatMap(({ topicIds }) => topicIds)).toEqual(topics.map(({ id }) => id));
      }),
    );
  });

  it("gives cards their enclosing track, unless they name one", () => {
    const [pay, play, green] = present().tracks;
    expect(pay).toEqual({ id: "pay", name: "Payments", pageUrl: "https://jam.example.org/pay" });
    expect(play!.sponsorCards).toEqual([
      { name: "Quoll", slug: "quoll", trackId: "play", fallback: true, comingSoon: false },
    ]);
    expect(green).toEqual({ id: "green", name: "Climate", sponsorCardsNote: "More to come." });
  });

  it("returns no track, and no track in any id, if there is only one", () => {
    const single = resourcesContentSchema.parse({
      tracks: [{ id: "main", name: "Main" }],
      sponsors: [{ name: "A", slug: "a", trackId: "main" }],
      topics: [{ id: "t", trackId: "main", title: "T", groups: [{ id: "g", title: "G" }] }],
      topicGroups: [{ id: "tg", trackId: "main", title: "TG", topicIds: ["t"] }],
      rpcProviders: [{ name: "R", trackId: "main", description: "" }],
    });
    const expected = {
      tracks: [],
      sponsors: [{ name: "A", slug: "a", tags: [], hasSkill: false, content: "", links: [] }],
      topics: [{ id: "t", title: "T", groups: [{ id: "g", title: "G", links: [] }] }],
      topicGroups: [{ id: "tg", title: "TG", topicIds: ["t"] }],
      rpcProviders: [{ name: "R", description: "", links: [] }],
    };
    for (const query of [{}, { track: "main" }, { topic: "t" }, { topic: "main:t" }])
      expect(present(query, single)).toEqual(expected);
  });
});
