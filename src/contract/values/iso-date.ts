/** Dates in records: ISO 8601, with the precision that is known. */
import { z } from "zod";

const ISO_DATE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;
const DATE_RULE = "must be an ISO 8601 date such as 2024-05-31 or 2024-05-31T12:00:00Z";
export const isoDateSchema = z
  .string()
  .regex(ISO_DATE, { message: DATE_RULE, abort: true })
  .refine(isRealDate, DATE_RULE);

/** Whether the day exists: JavaScript itself reads 30 February as 1 March. */
function isRealDate(value: string): boolean {
  if (Number.isNaN(Date.parse(value))) return false;
  const [year, month = 1, day = 1] = value.slice(0, 10).split("-").map(Number);
  return day <= new Date(Date.UTC(year!, month, 0)).getUTCDate();
}
