/** Selects the prize of a project that is shown, filtered by and counted, and determines its award. */

import type { Award, Prize } from "../../contract/api/shared.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";

export const honorableMention = "HONORABLE_MENTION";

type PrizeRecord = NonNullable<ProjectRecord["prize"]>;

/** The first by: win before mention, placement (none last), amount descending, order of input. */
export function shownPrize(record: Pick<ProjectRecord, "prize" | "prizes">): Prize | null {
  const prizes = [...(record.prize ? [record.prize] : []), ...(record.prizes ?? [])];
  const best = prizes.sort(byStanding)[0];
  return best ? settled(best) : null;
}

function byStanding(a: PrizeRecord, b: PrizeRecord): number {
  return (
    Number(a.type === honorableMention) - Number(b.type === honorableMention) ||
    compareNumbers(a.placement ?? Number.MAX_VALUE, b.placement ?? Number.MAX_VALUE) ||
    compareNumbers(b.amount ?? -1, a.amount ?? -1)
  );
}

const compareNumbers = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

function settled(prize: PrizeRecord): Prize {
  return {
    type: prize.type,
    name: prize.name ?? null,
    placement: prize.placement ?? null,
    amount: prize.type === honorableMention ? null : (prize.amount ?? null),
    trackName: prize.trackName ?? null,
  };
}

export interface Standing {
  award: Award | null;
  prize: Prize | null;
}

/**
 * The award as given, else by the type of the shown prize. A mention always has a prize: its type is that of one, and
 * it has no amount; where the record names none, its other fields are null.
 */
export function standingOf(record: Pick<ProjectRecord, "award" | "prize" | "prizes">): Standing {
  const prize = shownPrize(record);
  const award =
    record.award ?? (prize ? (prize.type === honorableMention ? "honorable_mention" : "winner") : null);
  if (award !== "honorable_mention") return { award, prize };
  return {
    award,
    prize: { ...(prize ?? settled({ type: honorableMention })), type: honorableMention, amount: null },
  };
}
