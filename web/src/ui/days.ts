/** Formats days and times. The service counts days in UTC, and so do its pages. */
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const instantFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  timeZoneName: "short",
});

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

const shown = (format: Intl.DateTimeFormat, value: string): string => {
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : format.format(time);
};

/** `5 Mar 2026`; an invalid date is returned unchanged. */
export const formatDay = (value: string): string => shown(dayFormat, value);

/** `Mar 2026`. */
export const formatMonth = (value: string): string => shown(monthFormat, value);

/** `5 Mar 2026, 14:05 UTC`. */
export const formatInstant = (value: string): string => shown(instantFormat, value);

/** `1 day`, `3 days`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
