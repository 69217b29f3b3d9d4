/** Groups several arrays under one prefix of a segment's section names. */
import type { LoadedSections } from "../search/segment/section-file.ts";
import type { Sections } from "../search/segment/section-format.ts";

/** Adds `prefix.` to each name. */
export function withPrefix(prefix: string, arrays: object): Sections {
  return Object.fromEntries(
    Object.entries(arrays).map(([name, array]) => [`${prefix}.${name}`, array]),
  ) as Sections;
}

/** The arrays under a prefix, and their addresses. */
export function underPrefix<Arrays>(
  loaded: LoadedSections<unknown>,
  prefix: string,
): { arrays: Arrays; at: { readonly [name in keyof Arrays]: number } } {
  const arrays: Record<string, unknown> = {};
  const at: Record<string, number> = {};
  for (const name of Object.keys(loaded.arrays)) {
    if (!name.startsWith(`${prefix}.`)) continue;
    const short = name.slice(prefix.length + 1);
    arrays[short] = loaded.arrays[name];
    at[short] = loaded.at[name]!;
  }
  return { arrays: arrays as Arrays, at: at as { [name in keyof Arrays]: number } };
}
