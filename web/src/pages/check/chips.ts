/** What the list of neighbours is narrowed by, in words, each with the address without it. */
import type { FiltersResponse } from "../../../../src/contract/api/filters.ts";
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import { checkHref, type Narrowing } from "./state.ts";

interface Names {
  filters: FiltersResponse | undefined;
  all: NeighborhoodResponse | undefined;
}

export interface Chip {
  label: string;
  href: string;
}

export function chipsOf(idea: string, narrowing: Narrowing, { filters, all }: Names): Chip[] {
  const without = (field: keyof Narrowing) => `${checkHref(idea, { ...narrowing, [field]: undefined })}#who`;
  const named = (rows: readonly { key: string; label: string }[] | undefined, keys: readonly string[]) =>
    keys.map((key) => rows?.find((row) => row.key === key)?.label ?? key).join(", ");
  const { hackathons, categoryKeys, clusterKeys, prizeTypes, winnersOnly, builtWith } = narrowing;
  const chips: (Chip | undefined)[] = [
    hackathons && { label: eventsOf(hackathons, filters), href: without("hackathons") },
    categoryKeys && { label: named(all?.categories, categoryKeys), href: without("categoryKeys") },
    clusterKeys && { label: named(all?.clusters, clusterKeys), href: without("clusterKeys") },
    prizeTypes && {
      label: prizeTypes.map((type) => type.toLowerCase().replaceAll("_", " ")).join(", "),
      href: without("prizeTypes"),
    },
    winnersOnly && { label: "winners", href: without("winnersOnly") },
    builtWith && {
      label: builtWith.map((one) => one.slice(one.indexOf(":") + 1)).join(", "),
      href: without("builtWith"),
    },
  ];
  return chips.filter((chip) => chip !== undefined);
}

/** A year, where the hackathons are all of one; their names otherwise. */
function eventsOf(slugs: readonly string[], filters: FiltersResponse | undefined): string {
  const known = filters?.hackathons ?? [];
  const found = slugs.map((slug) => known.find((one) => one.slug === slug));
  const years = new Set(found.map((one) => one?.startDate.slice(0, 4)));
  const [year] = years;
  const whole = known.filter(({ startDate }) => year && startDate.startsWith(year)).length;
  if (years.size === 1 && year && whole === slugs.length) return year;
  return slugs.map((slug, at) => found[at]?.name ?? slug).join(", ");
}
