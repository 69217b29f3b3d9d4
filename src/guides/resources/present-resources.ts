/** Resources in the shape of the response: ids prefixed with their tracks, and no tracks if there is only one. */

import type {
  ResourcesResponse,
  ResourceTopic,
  ResourceTopicGroup,
  ResourceTrack,
} from "../../contract/api/resources.ts";
import type { ResourcesContent } from "../../contract/records/resource-record.ts";
import { referredTopic, topicKey } from "../../contract/values/topic-references.ts";
import type { SelectedResources } from "./select-resources.ts";

export type PresentedResources = Pick<
  ResourcesResponse,
  "tracks" | "sponsors" | "topics" | "topicGroups" | "rpcProviders"
>;

/** `selected` is the subset of `content` to return; topic groups list its topics, and are omitted when empty. */
export function presentResources(content: ResourcesContent, selected: SelectedResources): PresentedResources {
  // With a single track, callers see neither the track nor its id.
  const several = content.tracks.length > 1;
  const placed = <T extends { trackId?: string | undefined }>({ trackId, ...item }: T) => ({
    ...item,
    ...(several && trackId !== undefined && { trackId }),
  });
  const idIn = (trackId: string | undefined, id: string) => (several ? topicKey({ id, trackId }) : id);
  return {
    tracks: several ? content.tracks.map(presentTrack) : [],
    sponsors: selected.sponsors.map(placed),
    topics: selected.topics.map(
      (topic): ResourceTopic => ({
        ...placed(topic),
        id: idIn(topic.trackId, topic.id),
        groups: topic.groups.map((group) => ({ ...group, id: idIn(topic.trackId, group.id) })),
      }),
    ),
    topicGroups: remainingGroups(content, selected).map(
      ({ topics, ...group }): ResourceTopicGroup => ({
        ...placed(group),
        id: idIn(group.trackId, group.id),
        topicIds: topics.map(({ trackId, id }) => idIn(trackId, id)),
      }),
    ),
    rpcProviders: selected.rpcProviders.map(placed),
  };
}

function presentTrack({ sponsorCards, ...track }: ResourcesContent["tracks"][number]): ResourceTrack {
  return {
    ...track,
    ...(sponsorCards && {
      sponsorCards: sponsorCards.map((card) => ({ ...card, trackId: card.trackId ?? track.id })),
    }),
  };
}

function remainingGroups(content: ResourcesContent, { topics }: SelectedResources) {
  const keys = new Set(content.topics.map(topicKey));
  const shown = new Map(topics.map((topic) => [topicKey(topic), topic]));
  return content.topicGroups
    .map(({ topicIds, ...group }) => {
      const referred = new Set(topicIds.map((topic) => referredTopic(topic, keys, group.trackId)));
      const remaining = [...referred].map((key) => shown.get(key ?? ""));
      return { ...group, topics: remaining.filter((topic) => topic !== undefined) };
    })
    .filter((group) => group.topics.length > 0);
}
