/** Agreement of derived categories with given ones. */

interface Placed {
  primaryKey: string;
  secondaryKey?: string | null;
  confidence: "high" | "medium" | "low";
}

export interface CategoryAgreement {
  /** Pairs in which both are known. */
  projects: number;
  /** Share in which the main categories are the same. */
  top1: number;
  /** Share in which the given main category is one of the two found. */
  either: number;
  /** Share in which the main category found is one of the two given. */
  accepted: number;
  /** Share with a second category. */
  second: number;
  byConfidence: Record<Placed["confidence"], { projects: number; top1: number; accepted: number }>;
}

/** Of pairs (found, given). Shares of an empty set are 0. */
export function categoryAgreement(
  pairs: readonly (readonly [Placed | null, Placed | null])[],
): CategoryAgreement {
  const both = pairs.flatMap(([found, given]) => (found && given ? [{ found, given }] : []));
  type Pair = (typeof both)[number];
  const share = (among: readonly Pair[], holds: (pair: Pair) => boolean) =>
    among.length === 0 ? 0 : among.filter(holds).length / among.length;
  const same = ({ found, given }: Pair) => found.primaryKey === given.primaryKey;
  const accepted = (pair: Pair) => same(pair) || pair.found.primaryKey === pair.given.secondaryKey;
  const ofConfidence = (confidence: Placed["confidence"]) => {
    const among = both.filter(({ found }) => found.confidence === confidence);
    return { projects: among.length, top1: share(among, same), accepted: share(among, accepted) };
  };
  return {
    projects: both.length,
    top1: share(both, same),
    either: share(both, (pair) => same(pair) || pair.found.secondaryKey === pair.given.primaryKey),
    accepted: share(both, accepted),
    second: share(both, ({ found }) => Boolean(found.secondaryKey)),
    byConfidence: { high: ofConfidence("high"), medium: ofConfidence("medium"), low: ofConfidence("low") },
  };
}
