/** String and list schemas in the units the contract uses: Unicode code points and items. */
import { z } from "zod";

/** Number of Unicode code points; a lone surrogate counts as one. */
export function countCodePoints(value: string): number {
  let count = value.length;
  for (let i = 0; i + 1 < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = value.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      i++;
    }
  }
  return count;
}

/** The first `max` code points; the text itself when it is not longer. */
export function firstCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let taken = 0; taken < max && end < text.length; taken++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

export interface CodePointBounds {
  min?: number;
  max?: number;
  /** Surrounding white space is removed before the bounds are checked. */
  trim?: boolean;
}

/** A string bounded in code points (zod's own bounds count UTF-16 units). */
export function codePoints({ min = 0, max, trim = false }: CodePointBounds) {
  const base = trim ? z.string().trim() : z.string();
  const bounded = base.check((context) => {
    // Counting is only needed if surrogate pairs could make a difference.
    const { length } = context.value;
    if (length >= 2 * min && (max === undefined || length <= max)) return;
    const count = countCodePoints(context.value);
    const issue = { origin: "string" as const, inclusive: true, input: context.value };
    if (count < min) context.issues.push({ ...issue, code: "too_small", minimum: min });
    if (max !== undefined && count > max) context.issues.push({ ...issue, code: "too_big", maximum: max });
  });
  return bounded.meta({ ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) });
}

/** A string of one exact format; `form` describes it in messages, e.g. `v<digits>-c<digits>`. */
export function formatted(pattern: RegExp, form: string) {
  return z.string().regex(pattern, `must look like ${form}`);
}

const unique = <T>(items: T[]): T[] => [...new Set(items)];

/** A list filter: duplicates are removed, and an empty list means no filter. Bounds apply to the items as sent. */
export function filterList<T extends z.ZodType>(item: T, bounds: { min?: number; max: number }) {
  return z
    .array(item)
    .min(bounds.min ?? 0)
    .max(bounds.max)
    .transform((items) => (items.length === 0 ? undefined : unique(items)))
    .optional();
}

/** A body can hold hundreds of thousands of wrong values; reporting each of them takes seconds. */
const maxWrongChoices = 100;

/** The list up to the last wrong value that is reported. */
function upToFaults(list: unknown, item: z.ZodType): unknown {
  if (!Array.isArray(list) || list.length <= maxWrongChoices) return list;
  let wrong = 0;
  const last = list.findIndex((value) => !item.safeParse(value).success && ++wrong === maxWrongChoices);
  return last < 0 ? list : list.slice(0, last + 1);
}

/** A non-empty list of enum values, of any length. Duplicates are removed. */
export function choiceList<T extends z.ZodType>(item: T) {
  const list = z.array(item).min(1).transform(unique);
  // Typed as the list, whose input is known.
  return z.preprocess((given) => upToFaults(given, item), list) as unknown as typeof list;
}

/** Any integer that JSON represents exactly: the OpenAPI document states these bounds, unlike those of `z.int()`. */
export const integerSchema = z.int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** An integer in a query string: digits only, so that `1e3`, `+5`, ` 5` and an empty value are refused. */
export function queryInteger(bounds: { min: number; max?: number; fallback: number }) {
  const { min, max = Number.MAX_SAFE_INTEGER, fallback } = bounds;
  return z
    .unknown()
    .transform((raw, context) => {
      if (typeof raw !== "string" || !/^[0-9]+$/.test(raw)) {
        context.issues.push({
          code: "custom",
          message: "must be a whole number in digits only, given once",
          input: raw,
        });
        return z.NEVER;
      }
      const value = Number(raw);
      const issue = { origin: "int" as const, inclusive: true, input: value };
      if (value < min) context.issues.push({ ...issue, code: "too_small", minimum: min });
      if (value > max) context.issues.push({ ...issue, code: "too_big", maximum: max });
      return value;
    })
    .default(fallback)
    .meta({
      type: "integer",
      default: fallback,
      minimum: min,
      maximum: max,
    });
}

/** A name in a record: not empty, and not only white space. */
export const nameText = (max: number) => codePoints({ min: 1, max, trim: true });

/** Text in a record that may be absent or null. */
export const optionalText = (max: number) => codePoints({ max }).nullish();
