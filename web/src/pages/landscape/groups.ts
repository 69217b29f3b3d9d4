/** The colours of the dots: which group each project belongs to, and the legend. */
import type { LandscapeResponse } from "../../../../src/contract/api/landscape.ts";
import { livePaint, seriesCount, seriesToken } from "../../charts/paint.ts";

export const colourings = ["cluster", "category", "award", "year"] as const;
export type Colouring = (typeof colourings)[number];

export interface Group {
  /** In the address: a key of the API, a year, an award; `none` without one. */
  key: string;
  label: string;
  count: number;
  /** Its colour, in CSS. */
  colour: string;
  /** Without a colour of its own: drawn below the others. */
  isPlain: boolean;
}

export interface Groups {
  /** As in the legend: by number of projects, years and awards in their own order; `none` last. */
  groups: readonly Group[];
  /** Of each project, the position in `groups`. */
  of: Uint16Array;
}

/** Key of the group of projects without any. */
export const none = "none";
const plain = livePaint("series-none");
/** Where most projects may be in no group, these must not cover the others. */
const pale = `color-mix(in oklab, ${plain} 60%, var(--surface))`;

const awards = [
  { key: "winner", label: "Winners", colour: livePaint("series-3") },
  { key: "honorable_mention", label: "Honorable mentions", colour: livePaint("series-2") },
];

/** `only`: keys of the groups that are shown alone; each of them has a colour, as long as there are enough. */
export function groupsOf(map: LandscapeResponse, colouring: Colouring, only: readonly string[] = []): Groups {
  switch (colouring) {
    case "award":
      return grouped(
        map.award.map((award) => (award === 0 ? none : awards[award - 1]!.key)),
        { keys: awards.map(({ key }) => key), labels: new Map(awards.map(({ key, label }) => [key, label])) },
        { colours: awards.map(({ colour }) => colour), nameOfNone: "No award", colourOfNone: pale },
      );
    case "year": {
      const years = [...new Set(map.year.filter((year) => year !== null))].sort((a, b) => b - a).map(String);
      return grouped(
        map.year.map((year) => (year === null ? none : String(year))),
        { keys: years, labels: new Map(years.map((year) => [year, year])) },
        { colours: scale(years.length), nameOfNone: "No year", colourOfNone: pale },
      );
    }
    case "category":
      return byCount(map.category, map.categories, { nameOfNone: "No category", only });
    case "cluster":
      return byCount(
        map.cluster,
        map.clusters.keys.map((key, at) => ({ key, label: map.clusters.labels[at] ?? key })),
        { nameOfNone: "No cluster", only },
      );
  }
}

interface Looks {
  /** Of each key, in the order of the keys. */
  colours: readonly string[];
  nameOfNone: string;
  colourOfNone?: string;
}

/**
 * Colours of groups, the greatest first: eight have one of their own, more would not be distinguishable. Those that are
 * asked for come first, but the greatest keep theirs where they can.
 */
export function distinctColours(keys: readonly string[], only: readonly string[]): string[] {
  const series = new Map<string, number>();
  const free = new Set(Array.from({ length: seriesCount }, (_, at) => at));
  const give = (key: string, at: number | undefined) => {
    if (at === undefined || series.has(key) || !free.delete(at)) return;
    series.set(key, at);
  };
  const usual = keys.filter((key) => key !== none).slice(0, seriesCount);
  const asked = keys.filter((key) => key !== none && only.includes(key));
  for (const key of asked) give(key, usual.indexOf(key));
  for (const key of asked) if (!series.has(key)) give(key, [...free].at(-1));
  for (const [at, key] of usual.entries()) give(key, at);
  return keys.map((key) => (series.has(key) ? livePaint(seriesToken(series.get(key)!)) : plain));
}

/** Ordered values have ordered colours: from purple over teal to yellow, which also differ in lightness. */
const scale = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const place = count === 1 ? 0.5 : at / (count - 1);
    const [from, to] = place < 0.5 ? ["series-4", "series-1"] : ["series-1", "series-5"];
    const part = Math.round((place < 0.5 ? place : place - 0.5) * 200);
    return `color-mix(in oklab, ${livePaint(to!)} ${part}%, ${livePaint(from!)})`;
  });

const painted = (colour: string) => ({ colour, isPlain: colour === plain || colour === pale });

function byCount(
  index: readonly number[],
  named: readonly { key: string; label: string }[],
  { nameOfNone, only }: { nameOfNone: string; only: readonly string[] },
): Groups {
  const keys = named.map(({ key }) => key);
  const labels = new Map(named.map(({ key, label }) => [key, label]));
  const made = grouped(
    index.map((at) => keys[at] ?? none),
    { keys, labels },
    { colours: [], nameOfNone },
  );
  const order = made.groups
    .map((_, at) => at)
    .sort((a, b) => {
      const [one, other] = [made.groups[a]!, made.groups[b]!];
      if ((one.key === none) !== (other.key === none)) return one.key === none ? 1 : -1;
      return other.count - one.count;
    });
  const place = new Uint16Array(order.length);
  for (const [to, from] of order.entries()) place[from] = to;
  const groups = order.map((at) => made.groups[at]!);
  const colours = distinctColours(
    groups.map(({ key }) => key),
    only,
  );
  return {
    groups: groups.map((group, at) => ({ ...group, ...painted(colours[at]!) })),
    of: made.of.map((at) => place[at]!),
  };
}

function grouped(
  ofProject: readonly string[],
  { keys, labels }: { keys: readonly string[]; labels: ReadonlyMap<string, string> },
  { colours, nameOfNone, colourOfNone = plain }: Looks,
): Groups {
  const groups: Group[] = keys.map((key, at) => ({
    key,
    label: labels.get(key) ?? key,
    count: 0,
    ...painted(colours[at] ?? plain),
  }));
  if (ofProject.includes(none))
    groups.push({ key: none, label: nameOfNone, count: 0, ...painted(colourOfNone) });
  const places = new Map(groups.map(({ key }, at) => [key, at]));
  const of = Uint16Array.from(ofProject, (key) => places.get(key) ?? groups.length - 1);
  for (const at of of) groups[at]!.count++;
  return { groups, of };
}
