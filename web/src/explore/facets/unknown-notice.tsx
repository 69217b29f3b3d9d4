import { useCategories, useFilters } from "../../api/use-research.ts";
import { Banner } from "../../ui/banner.tsx";
import { type ProjectSearch, toggled } from "../project-search.ts";
import { fieldNames } from "./names.ts";
import { type UnknownValue, unknownValues } from "./unknown-values.ts";

interface UnknownNoticeProps {
  unknown: readonly UnknownValue[];
  search: ProjectSearch;
  onChange(search: ProjectSearch): void;
}

const link = "font-medium underline underline-offset-2 hover:no-underline";

export function useUnknownValues(search: ProjectSearch): UnknownValue[] {
  const filters = useFilters().data;
  const categories = useCategories().data;
  return unknownValues(search, { filters, categories });
}

/** Says which filter values of the address do not exist, and offers the nearest that do. */
export function UnknownNotice({ unknown, search, onChange }: UnknownNoticeProps) {
  if (unknown.length === 0) return null;
  const replace = ({ field, value, nearest }: UnknownValue) => {
    const without = toggled(search, field, value);
    const isThere = nearest === null || without[field]?.includes(nearest.key);
    onChange(isThere ? without : toggled(without, field, nearest.key));
  };
  return (
    <Banner tone="warning" title="Some filters of this address do not exist here">
      <ul className="space-y-1">
        {unknown.map((one) => (
          <li key={`${one.field} ${one.value}`}>
            {fieldNames[one.field]} <q>{one.value}</q>
            {one.nearest && (
              <>
                {": did you mean "}
                <button type="button" className={link} onClick={() => replace(one)}>
                  {one.nearest.label}
                </button>
                {"?"}
              </>
            )}{" "}
            <button
              type="button"
              className={link}
              onClick={() => onChange(toggled(search, one.field, one.value))}
            >
              Remove it
            </button>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
