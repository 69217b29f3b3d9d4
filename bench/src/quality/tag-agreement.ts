/** Agreement of derived tags with hand-assigned tags. */
import type { Tags } from "../../../src/contract/api/shared.ts";

export interface TagAgreement {
  /** Number of tags over all projects. */
  derived: number;
  given: number;
  /** Projects with at least one derived tag of the kind. */
  covered: number;
  /** Shares of the derived and of the given tags that are the same after stemming. */
  precision: number;
  recall: number;
  /** The same, where sharing half of the shorter tag's stems suffices. */
  lenientPrecision: number;
  lenientRecall: number;
}

export type TagKind = keyof Tags;
type Terms = (tag: string) => string[];

/** Over pairs of (derived, given) tags, one per project. */
export function tagAgreement(
  pairs: readonly (readonly [derived: readonly string[], given: readonly string[]])[],
  terms: Terms,
): TagAgreement {
  const count = (matches: (a: readonly string[], b: readonly string[]) => boolean, of: 0 | 1) =>
    pairs.reduce((sum, pair) => {
      const others = pair[1 - of]!.map(terms);
      return sum + pair[of]!.filter((tag) => others.some((other) => matches(terms(tag), other))).length;
    }, 0);
  const total = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[of]!.length, 0);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const [derived, given] = [total(0), total(1)];
  return {
    derived,
    given,
    covered: pairs.filter(([tags]) => tags.length > 0).length,
    precision: share(count(isSame, 0), derived),
    recall: share(count(isSame, 1), given),
    lenientPrecision: share(count(isClose, 0), derived),
    lenientRecall: share(count(isClose, 1), given),
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.join(" ") === b.join(" ");
}

function isClose(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const common = new Set(shorter.filter((term) => longer.includes(term))).size;
  return common > 0 && common * 2 >= new Set(shorter).size;
}
