/** How topics of a hackathon are named: `<track>:<topic>`, or `<topic>` alone where it belongs to all tracks. */

export interface TopicPlace {
  id: string;
  trackId?: string | undefined;
}

export function topicKey({ id, trackId }: TopicPlace): string {
  return trackId === undefined ? id : `${trackId}:${id}`;
}

/**
 * The key of the topic that a group means: by its full key, else the group's own track's topic of that id, else the
 * one of all tracks. Undefined when there is none.
 */
export function referredTopic(
  reference: string,
  keys: ReadonlySet<string>,
  trackId: string | undefined,
): string | undefined {
  const own = topicKey({ id: reference, trackId });
  return [own, reference].find((key) => keys.has(key));
}
