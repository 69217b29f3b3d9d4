interface Hackathon {
  name: string;
  /** Empty where it is not known. */
  startDate: string;
  projectCount: number;
}

/** Hackathons with a date, newest first; then the others, those with the most projects first. */
export function newestFirst<One extends Hackathon>(hackathons: readonly One[]): One[] {
  return [...hackathons].sort(
    (one, other) =>
      compareDates(other.startDate, one.startDate) ||
      (one.startDate === "" ? other.projectCount - one.projectCount : 0) ||
      one.name.localeCompare(other.name, "en"),
  );
}

/** Dates are ISO 8601; none is before all. */
const compareDates = (one: string, other: string): number => Number(one > other) - Number(one < other);
