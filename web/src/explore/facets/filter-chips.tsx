import { X } from "lucide-react";
import { useCategories, useFilters } from "../../api/use-research.ts";
import { Button } from "../../ui/button.tsx";
import { chosenFilters, type ProjectSearch, toggled, withField, withoutFilters } from "../project-search.ts";
import { fieldNames, valueName } from "./names.ts";

interface FilterChipsProps {
  search: ProjectSearch;
  onChange(search: ProjectSearch): void;
}

/** The chosen filters, each with a button to remove it. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  const vocabulary = { filters: useFilters().data, categories: useCategories().data };
  const chosen = chosenFilters(search);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="flex flex-wrap items-center gap-1.5">
      {chosen.map((filter) => {
        const name = fieldNames[filter.field];
        const value = filter.value === null ? null : valueName(filter.field, filter.value, vocabulary);
        const remove = () =>
          onChange(
            filter.value === null
              ? withField(search, filter.field, undefined)
              : toggled(search, filter.field, filter.value),
          );
        return (
          <li key={`${filter.field} ${filter.value}`} className="max-w-full">
            <span className="inline-flex max-w-full items-center rounded-lg border border-line bg-surface text-sm">
              <span className="truncate py-1 pl-2.5 max-sm:py-2">
                {value === null ? (
                  name
                ) : (
                  <>
                    <span className="text-muted">{name}: </span>
                    {value}
                  </>
                )}
              </span>
              <button
                type="button"
                aria-label={`Remove ${name}${value === null ? "" : `: ${value}`}`}
                onClick={remove}
                className="m-0.5 rounded-md p-1 text-muted hover:bg-hover hover:text-text max-sm:p-2.5"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </span>
          </li>
        );
      })}
      {chosen.length > 1 && (
        <li>
          <Button
            kind="quiet"
            className="min-h-8 px-2 py-0.5"
            onClick={() => onChange(withoutFilters(search))}
          >
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}
