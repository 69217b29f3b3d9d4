/** Selects the resources of a hackathon that match a query. */
import { ApiError } from "../../contract/api/errors.ts";
import type { ResourcesQuery } from "../../contract/api/resources.ts";
import type { ResourcesContent } from "../../contract/records/resource-record.ts";
import { topicKey } from "../../contract/values/topic-references.ts";
import { holdsEvery, wordsOf } from "./words.ts";

type Topic = ResourcesContent["topics"][number];
type TopicLink = Topic["groups"][number]["links"][number];
type Question = Omit<ResourcesQuery, "hackathon">;

export type SelectedResources = Pick<ResourcesContent, "sponsors" | "topics" | "rpcProviders">;

/**
 * A track's resources include those shared by all tracks. Throws NOT_FOUND for a track that the event does not have,
 * and INVALID_QUERY for a topic that several tracks have.
 */
export function selectResources(content: ResourcesContent, query: Question): SelectedResources {
  const { track, kind, q } = query;
  for (const named of [track, trackOf(query.topic)]) requireTrack(content, named);
  const ofTrack = <T extends { trackId?: string | undefined }>(items: readonly T[]): T[] =>
    items.filter(({ trackId }) => track === undefined || trackId === undefined || trackId === track);
  const topics = ofTopic(ofTrack(content.topics), query.topic);
  const words = wordsOf(q ?? "");
  const asked = (one: typeof kind) => kind === "all" || kind === one;
  return {
    sponsors: asked("sponsors") ? matchingSponsors(ofTrack(content.sponsors), words) : [],
    topics: asked("topics") ? matchingTopics(topics, words) : [],
    rpcProviders: asked("rpc") ? matchingProviders(ofTrack(content.rpcProviders), words) : [],
  };
}

/** Total of sponsors, topic links and providers. */
export function countSelected({ sponsors, topics, rpcProviders }: SelectedResources): number {
  const links = topics.flatMap(({ groups }) => groups.flatMap((group) => group.links));
  return sponsors.length + links.length + rpcProviders.length;
}

function trackOf(topic: string | undefined): string | undefined {
  return topic?.includes(":") ? topic.split(":")[0] : undefined;
}

function requireTrack({ tracks }: ResourcesContent, track: string | undefined): void {
  if (track === undefined || tracks.some(({ id }) => id === track)) return;
  const known = tracks.map(({ id }) => id).join(", ");
  throw new ApiError(
    "NOT_FOUND",
    `The hackathon has no track ${track}: ${known === "" ? "it has none; leave it out" : `its tracks are ${known}`}`,
  );
}

function ofTopic(topics: Topic[], asked: string | undefined): Topic[] {
  if (asked === undefined) return topics;
  const found = topics.filter((topic) => (asked.includes(":") ? topicKey(topic) : topic.id) === asked);
  if (found.length < 2) return found;
  throw new ApiError(
    "INVALID_QUERY",
    `topic: several tracks have a topic ${asked}: give ${found.map(topicKey).join(" or ")}, or the track`,
  );
}

function matchingSponsors(sponsors: ResourcesContent["sponsors"], words: readonly string[]) {
  return sponsors.filter(({ name, tags, content, links }) =>
    holdsEvery(words, [name, ...tags, content, ...links.map(({ label }) => label)]),
  );
}

/** Keeps matching links, and topics that still have some; without words, everything. */
function matchingTopics(topics: Topic[], words: readonly string[]): Topic[] {
  if (words.length === 0) return topics;
  return topics.flatMap((topic) => {
    const groups = topic.groups.flatMap((group) => {
      const matches = ({ label, description }: TopicLink) =>
        holdsEvery(words, [label, description, group.title, topic.title]);
      const links = group.links.filter(matches);
      return links.length === 0 ? [] : [{ ...group, links }];
    });
    return groups.length === 0 ? [] : [{ ...topic, groups }];
  });
}

function matchingProviders(providers: ResourcesContent["rpcProviders"], words: readonly string[]) {
  return providers.filter(({ name, description, offer }) => holdsEvery(words, [name, description, offer]));
}
