/** Faults across the fields of a hackathon's resources: duplicate names, and references to missing names. */
import { referredTopic, type TopicPlace, topicKey } from "../values/topic-references.ts";

interface Parts {
  tracks: { id: string; sponsorCards?: { trackId?: string | undefined }[] | undefined }[];
  sponsors: { slug: string; trackId?: string | undefined }[];
  topics: (TopicPlace & { groups: { id: string }[] })[];
  topicGroups: (TopicPlace & { topicIds: string[] })[];
  rpcProviders: { trackId?: string | undefined }[];
}

export interface ResourceFault {
  path: (string | number)[];
  /** Continues the name of the field. */
  message: string;
}

export function resourceFaults(parts: Parts): ResourceFault[] {
  const { tracks, sponsors, topics, topicGroups } = parts;
  return [
    ...strayTracks(parts),
    ...repeated(["tracks"], tracks, { keyOf: ({ id }) => id, field: "id" }),
    ...repeated(["sponsors"], sponsors, {
      keyOf: ({ slug, trackId }) => topicKey({ id: slug, trackId }),
      field: "slug",
    }),
    ...repeated(["topics"], topics, { keyOf: topicKey, field: "id" }),
    ...repeated(["topicGroups"], topicGroups, { keyOf: topicKey, field: "id" }),
    ...topics.flatMap(({ groups }, index) =>
      repeated(["topics", index, "groups"], groups, { keyOf: ({ id }) => id, field: "id" }),
    ),
    ...shadowedTopics(topics),
    ...strayTopics(topics, topicGroups),
  ];
}

function repeated<T>(
  path: (string | number)[],
  items: readonly T[],
  { keyOf, field }: { keyOf: (item: T) => string; field: string },
): ResourceFault[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const before = first.get(keyOf(item));
    if (before === undefined) first.set(keyOf(item), index);
    return before === undefined
      ? []
      : [{ path: [...path, index, field], message: `is also used by item ${before}: give a different one` }];
  });
}

function strayTracks({ tracks, ...rest }: Parts): ResourceFault[] {
  const known = new Set(tracks.map(({ id }) => id));
  const placed: [(string | number)[], string | undefined][] = [];
  for (const part of ["sponsors", "topics", "topicGroups", "rpcProviders"] as const) {
    rest[part].forEach(({ trackId }, index) => {
      placed.push([[part, index, "trackId"], trackId]);
    });
  }
  tracks.forEach(({ sponsorCards }, track) => {
    sponsorCards?.forEach(({ trackId }, card) => {
      placed.push([["tracks", track, "sponsorCards", card, "trackId"], trackId]);
    });
  });
  return placed
    .filter(([, trackId]) => trackId !== undefined && !known.has(trackId))
    .map(([path]) => ({ path, message: "is not a track: list it under tracks, or leave it out" }));
}

/** A caller who names a topic without a track must be able to reach the topic shared by all tracks. */
function shadowedTopics(topics: Parts["topics"]): ResourceFault[] {
  const common = new Set(topics.filter(({ trackId }) => trackId === undefined).map(({ id }) => id));
  return topics.flatMap(({ id, trackId }, index) =>
    trackId !== undefined && common.has(id)
      ? [
          {
            path: ["topics", index, "id"],
            message: "is also used by a topic shared by all tracks: rename one",
          },
        ]
      : [],
  );
}

function strayTopics(topics: Parts["topics"], groups: Parts["topicGroups"]): ResourceFault[] {
  const keys = new Set(topics.map(topicKey));
  return groups.flatMap(({ topicIds, trackId }, group) =>
    topicIds.flatMap((topic, index) =>
      referredTopic(topic, keys, trackId) === undefined
        ? [
            {
              path: ["topicGroups", group, "topicIds", index],
              message: "is not a topic of its track or of all tracks: list it under topics, or leave it out",
            },
          ]
        : [],
    ),
  );
}
