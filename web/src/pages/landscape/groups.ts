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

export function groupsOf(map: LandscapeResponse, colouring: Colouring): Groups {
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
      return byCount(map.category, map.categories, {
        colours: firstColours(map.categories.length),
        nameOfNone: "No category",
      });
    case "cluster":
      return byCount(
        map.cluster,
        map.clusters.keys.map((key, at) => ({ key, label: map.clusters.labels[at] ?? key })),
        {
          colours: spacedColours(map.clusters.x, map.clusters.y),
          nameOfNone: "No cluster",
        },
      );
  }
}

interface Looks {
  /** Of each key, in the order of the keys. */
  colours: readonly string[];
  nameOfNone: string;
  colourOfNone?: string;
}

/** The first eight have colours of their own; more would not be distinguishable. */
const firstColours = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => (at < seriesCount ? livePaint(seriesToken(at)) : plain));

/** Ordered values have ordered colours: from purple over teal to yellow, which also differ in lightness. */
const scale = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const place = count === 1 ? 0.5 : at / (count - 1);
    const [from, to] = place < 0.5 ? ["series-4", "series-1"] : ["series-1", "series-5"];
    const part = Math.round((place < 0.5 ? place : place - 0.5) * 200);
    return `color-mix(in oklab, ${livePaint(to!)} ${part}%, ${livePaint(from!)})`;
  });

/** Each group gets the colour whose nearest other use is farthest away: neighbors on the map differ. */
export function spacedColours(x: readonly number[], y: readonly number[]): string[] {
  const chosen: number[] = [];
  for (let at = 0; at < x.length; at++) {
    const distances = Array.from({ length: seriesCount }, (_, series) =>
      Math.min(
        9,
        ...chosen.flatMap((other, before) =>
          other === series ? [Math.hypot(x[at]! - x[before]!, y[at]! - y[before]!)] : [],
        ),
      ),
    );
    chosen.push(distances.indexOf(Math.max(...distances)));
  }
  return chosen.map((series) => livePaint(seriesToken(series)));
}

function byCount(
  index: readonly number[],
  named: readonly { key: string; label: string }[],
  looks: Looks,
): Groups {
  const keys = named.map(({ key }) => key);
  const labels = new Map(named.map(({ key, label }) => [key, label]));
  const made = grouped(
    index.map((at) => keys[at] ?? none),
    { keys, labels },
    looks,
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
  return { groups: order.map((at) => made.groups[at]!), of: made.of.map((at) => place[at]!) };
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
    colour: colours[at] ?? plain,
  }));
  if (ofProject.includes(none)) groups.push({ key: none, label: nameOfNone, count: 0, colour: colourOfNone });
  const places = new Map(groups.map(({ key }, at) => [key, at]));
  const of = Uint16Array.from(ofProject, (key) => places.get(key) ?? groups.length - 1);
  for (const at of of) groups[at]!.count++;
  return { groups, of };
}
