import { useCategories, useFilters } from "../api/use-research.ts";
import { Banner } from "../ui/banner.tsx";
import type { Cohort } from "./cohort.ts";
import { unknownKeys } from "./unknown-keys.ts";

interface UnknownKeysNoticeProps {
  cohort: Cohort;
  onChange(cohort: Cohort): void;
}

/** Says which keys of the address the corpus does not have, and offers the nearest. */
export function UnknownKeysNotice({ cohort, onChange }: UnknownKeysNoticeProps) {
  const { data: filters } = useFilters();
  const { data: categories } = useCategories();
  if (filters === undefined) return null;
  return unknownKeys(cohort, { filters, categories }).map(({ field, kind, key, nearest }) => {
    const replace = (other?: string) => {
      const keys = (cohort[field] ?? []).flatMap((one) => (one === key ? (other ?? []) : one));
      onChange({ ...cohort, [field]: keys.length === 0 ? undefined : keys });
    };
    return (
      <Banner
        key={`${field} ${key}`}
        tone="warning"
        title={`There is no ${kind} “${key}” here`}
        action={
          <button
            type="button"
            onClick={() => replace()}
            className="rounded-md px-2 py-1 font-medium underline underline-offset-2"
          >
            Remove it
          </button>
        }
      >
        {nearest.length > 0 && (
          <>
            Did you mean{" "}
            {nearest.map((other, at) => (
              <span key={other}>
                {at > 0 && " or "}
                <button
                  type="button"
                  onClick={() => replace(other)}
                  className="font-medium underline underline-offset-2"
                >
                  {other}
                </button>
              </span>
            ))}
            ?
          </>
        )}
      </Banner>
    );
  });
}
