/** References to topics of a hackathon: `<track>:<topic>`, or `<topic>` alone for one shared by all tracks. */

export interface TopicPlace {
  id: string;
  trackId?: string | undefined;
}

export function topicKey({ id, trackId }: TopicPlace): string {
  return trackId === undefined ? id : `${trackId}:${id}`;
}

/**
 * The key of the topic that a group refers to: by its full key, else the topic of the group's own track with that id,
 * else the one shared by all tracks. Undefined when none matches.
 */
export function referredTopic(
  reference: string,
  keys: ReadonlySet<string>,
  trackId: string | undefined,
): string | undefined {
  const own = topicKey({ id: reference, trackId });
  return [own, reference].find((key) => keys.has(key));
}
