import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useCategories, useFilters } from "../../api/use-research.ts";
import { Button } from "../../ui/button.tsx";
import { focusOn } from "../../ui/focus-on.ts";
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
  const { list, removed } = useFocusAfterRemoval(chosen.length);
  if (chosen.length === 0) return null;
  return (
    <ul ref={list} aria-label="Chosen filters" className="flex flex-wrap items-center gap-1.5">
      {chosen.map((filter, at) => {
        const name = fieldNames[filter.field];
        const value = filter.value === null ? null : valueName(filter.field, filter.value, vocabulary);
        const remove = () => {
          removed(at);
          onChange(
            filter.value === null
              ? withField(search, filter.field, undefined)
              : toggled(search, filter.field, filter.value),
          );
        };
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
            onClick={() => {
              removed(0);
              onChange(withoutFilters(search));
            }}
          >
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}

/** Moves the focus to the chip after the removed one, or to the heading above where no chip is left. */
function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const pending = useRef<{ at: number; heading: HTMLElement | null } | null>(null);
  useEffect(() => {
    if (pending.current === null) return;
    const { at, heading } = pending.current;
    pending.current = null;
    const chips = list.current?.querySelectorAll<HTMLElement>("[aria-label^=Remove]");
    focusOn(chips?.[Math.min(at, count - 1)] ?? heading);
  }, [count]);
  // The chips are gone while the list is asked for again.
  useEffect(() => () => focusOn(pending.current?.heading), []);
  const removed = (at: number) => {
    const section = list.current?.closest<HTMLElement>("section, main");
    pending.current = { at, heading: section?.querySelector<HTMLElement>("h1, h2") ?? null };
  };
  return { list, removed };
}
