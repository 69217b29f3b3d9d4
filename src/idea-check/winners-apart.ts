/** What the winners of a neighborhood have more or less often than its other projects. */
import type { BuiltWithKind } from "../contract/api/built-with.ts";
import type { NeighborhoodResponse } from "../contract/api/neighborhood.ts";

type Counts = Pick<NeighborhoodResponse, "total" | "categories" | "technologies">;

interface Part {
  count: number;
  share: number;
}

/** A category or a technology, with its shares of winners and of all others. */
export interface Trait {
  label: string;
  /** `category`, or the kind of a technology. */
  kind: "category" | BuiltWithKind;
  /** Key of the category, or name of the technology. */
  name: string;
  winners: Part;
  others: Part;
  /** As in /compare: no other project counts as half a project. */
  lift: number;
}

type Carried = Pick<Trait, "label" | "kind" | "name"> & { count: number };

const rowsAtMost = 12;
/** The service lists this many technologies at most. */
const technologiesAtMost = 20;
/** Fewer carriers than this say nothing about a trait. */
const minCarriers = 2;
/** Standard errors between two shares: by chance alone, one difference in five is as great. */
const minErrors = 1.28;

const carriedBy = ({ categories, technologies }: Counts): Carried[] => [
  ...categories.map(({ key, label, count }) => ({ kind: "category" as const, name: key, label, count })),
  ...technologies.map(({ category, name, count }) => ({
    kind: category,
    name,
    label: `${name} (${category})`,
    count,
  })),
];

const keyOf = ({ kind, name }: Pick<Trait, "kind" | "name">): string => `${kind} ${name}`;

/**
 * Shares of winners and of all others per trait, by the greatest difference, where they differ by more than chance
 * often makes them differ (two-proportion z-test). `winners` counts the neighbors that have
 * won, `all` every neighbor: the others are the difference.
 */
export function winnersApart(all: Counts, winners: Counts): Trait[] {
  const others = all.total - winners.total;
  if (winners.total === 0 || others <= 0) return [];
  const ofWinners = new Map(carriedBy(winners).map((trait) => [keyOf(trait), trait.count]));
  return carriedBy(all)
    .filter(
      (trait) => trait.count >= minCarriers && (ofWinners.has(keyOf(trait)) || isComplete(trait, winners)),
    )
    .map(({ count, ...trait }) => {
      const won = Math.min(count, ofWinners.get(keyOf(trait)) ?? 0);
      const lost = count - won;
      const [shareWon, shareLost] = [won / winners.total, lost / others];
      return {
        ...trait,
        winners: { count: won, share: shareWon },
        others: { count: lost, share: shareLost },
        lift: shareWon / (lost === 0 ? 0.5 / others : shareLost),
      };
    })
    .filter((trait) => difference(trait) >= minErrors * standardError(trait, winners.total, others))
    .sort((one, other) => difference(other) - difference(one) || (keyOf(one) < keyOf(other) ? -1 : 1))
    .slice(0, rowsAtMost);
}

/** Whether a trait that the list does not name has no carrier: a full list may have left it out. */
const isComplete = ({ kind }: Carried, { technologies }: Counts): boolean =>
  kind === "category" || technologies.length < technologiesAtMost;

const difference = ({ winners, others }: Trait): number => Math.abs(winners.share - others.share);

/** Of the difference of two shares that are equal but for chance. */
function standardError({ winners, others }: Trait, ofWinners: number, ofOthers: number): number {
  const share = (winners.count + others.count) / (ofWinners + ofOthers);
  return Math.sqrt(share * (1 - share) * (1 / ofWinners + 1 / ofOthers));
}
