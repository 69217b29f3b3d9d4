/** What the winners of a neighbourhood have more or less often than its other projects. */
import type { NeighborhoodResponse } from "../../../../src/contract/api/neighborhood.ts";
import type { Dumbbell } from "../../charts/drawing.ts";
import { checkHref, type Narrowing } from "./state.ts";

type Counts = Pick<NeighborhoodResponse, "total" | "categories" | "technologies">;

interface Trait {
  key: string;
  label: string;
  count: number;
  narrowing: Narrowing;
}

const rowsAtMost = 12;
/** The service lists this many technologies at most. */
const technologiesAtMost = 20;
/** Fewer carriers than this say nothing about a trait. */
const leastCarriers = 2;

const traitsOf = ({ categories, technologies }: Counts): Trait[] => [
  ...categories.map(({ key, label, count }) => ({
    key: `category ${key}`,
    label,
    count,
    narrowing: { categoryKeys: [key] },
  })),
  ...technologies.map(({ category, name, count }) => ({
    key: `technology ${category} ${name}`,
    label: `${name} (${category})`,
    count,
    narrowing: { [`builtWith.${category}`]: [name] },
  })),
];

/**
 * Shares of winners and of all others per trait, by the greatest difference. `winners` counts the neighbours that have
 * won, `all` every neighbour: the others are the difference.
 */
export function winnersApart(idea: string, all: Counts, winners: Counts): Dumbbell[] {
  const others = all.total - winners.total;
  if (winners.total === 0 || others <= 0) return [];
  const ofWinners = new Map(traitsOf(winners).map((trait) => [trait.key, trait.count]));
  return traitsOf(all)
    .filter(({ key, count }) => count >= leastCarriers && (ofWinners.has(key) || isComplete(key, winners)))
    .map(({ key, label, count, narrowing }) => {
      const a = Math.min(count, ofWinners.get(key) ?? 0);
      const b = count - a;
      const [shareA, shareB] = [a / winners.total, b / others];
      return {
        key,
        label,
        a: { count: a, share: shareA, href: checkHref(idea, { ...narrowing, winnersOnly: true }) },
        b: { count: b, share: shareB, href: checkHref(idea, narrowing) },
        // As in /compare: no other project counts as half a project.
        lift: shareA / (b === 0 ? 0.5 / others : shareB),
      };
    })
    .sort((one, other) => difference(other) - difference(one) || (one.key < other.key ? -1 : 1))
    .slice(0, rowsAtMost);
}

/** Whether a trait that the list does not name has no carrier: a full list may have left it out. */
const isComplete = (key: string, { technologies }: Counts): boolean =>
  key.startsWith("category ") || technologies.length < technologiesAtMost;

const difference = ({ a, b }: Dumbbell): number => Math.abs(a.share - b.share);
