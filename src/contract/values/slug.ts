/** Makes slugs from names, and finds choices by name. Pure, without a digest, so that every interface can use it. */

/**
 * Lower-case letters and digits with single hyphens between, at most 100 characters: `AI & Agents` → `ai-agents`,
 * `ETHBogotá` → `ethbogota`. A name without Latin letters or digits becomes its code points, `区块` → `u533a-u5757`.
 */
export function slugOf(name: string): string {
  const slug = hyphenate(name.normalize("NFKD").replace(/\p{M}+/gu, ""));
  if (slug !== "") return slug;
  return hyphenate(Array.from(name.trim(), (c) => `u${c.codePointAt(0)!.toString(16)}`).join("-"));
}

function hyphenate(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 100)
    .replace(/^-|-$/g, "");
}

/**
 * The track or label that a record's text refers to: by name (ignoring case and surrounding spaces), else by slug,
 * else by the slug of the name. Undefined when none matches.
 */
export function findByName<T extends { slug: string; name: string }>(
  choices: readonly T[],
  text: string,
): T | undefined {
  const name = text.trim().toLowerCase();
  const slug = slugOf(text);
  return (
    choices.find((choice) => choice.name.trim().toLowerCase() === name) ??
    choices.find((choice) => choice.slug === name) ??
    choices.find((choice) => choice.slug === slug)
  );
}
