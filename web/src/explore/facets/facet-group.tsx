import { ChevronDown } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { classes } from "../../ui/classes.ts";
import { inputLook } from "../../ui/field.tsx";

export interface FacetOption {
  value: string;
  label: string;
  /** Null: not counted. */
  count: number | null;
}

interface FacetGroupProps {
  title: string;
  options: readonly FacetOption[];
  chosen: readonly string[];
  defaultOpen?: boolean;
  /** How values that are not listed can be added; null: they cannot. */
  addLabel?: string | null;
  /** Why nothing can be chosen here now. */
  blocked?: string | null;
  before?: ReactNode;
  after?: ReactNode;
  /** The label of a chosen value that is not among the options. */
  nameOf(value: string): string;
  onToggle(value: string): void;
}

const first = 8;
const maxChosen = 10;

/** The values of one filter with their counts; those chosen come first. */
export function FacetGroup(props: FacetGroupProps) {
  const {
    title,
    options,
    chosen,
    defaultOpen = false,
    addLabel = null,
    blocked = null,
    nameOf,
    onToggle,
  } = props;
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const listed = withChosen(options, chosen, nameOf);
  const found = listed.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  const shown = all || typed !== "" ? found : found.slice(0, Math.max(first, chosen.length));
  if (listed.length === 0 && addLabel === null && !props.before) return null;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const value = found.length === 1 ? found[0]!.value : typed.trim();
    if (value === "" || (addLabel === null && found.length !== 1)) return;
    if (!chosen.includes(value)) onToggle(value);
    setTyped("");
  };
  const showAll = () => {
    flushSync(() => setAll(true));
    // The button is gone: the first new value follows it.
    list.current?.querySelectorAll("input")[shown.length]?.focus();
  };
  return (
    <details open={defaultOpen || chosen.length > 0} className="group border-line not-last:border-b">
      <summary className="flex min-h-10 list-none items-center gap-2 py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        {chosen.length > 0 && (
          <span className="rounded-md bg-accent-soft px-1.5 text-xs font-medium text-accent-text tabular-nums">
            {chosen.length}
          </span>
        )}
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-4 text-muted group-open:rotate-180 motion-safe:transition-transform"
        />
      </summary>
      <div className="pb-3">
        {props.before}
        {blocked && <p className="text-sm text-muted">{blocked}</p>}
        {!blocked && (listed.length > first || addLabel !== null) && (
          <form onSubmit={add}>
            <input
              type="text"
              aria-label={addLabel ?? `Find in ${title}`}
              placeholder={addLabel ?? "Find …"}
              value={typed}
              maxLength={100}
              onChange={(event) => setTyped(event.target.value)}
              className={classes(inputLook, "mb-1.5 min-h-8 py-1 text-sm")}
            />
          </form>
        )}
        {!blocked && (
          <ul ref={list}>
            {shown.map((option) => (
              <li key={option.value}>
                <Option
                  option={option}
                  isChosen={chosen.includes(option.value)}
                  disabled={chosen.length >= maxChosen && !chosen.includes(option.value)}
                  onToggle={() => onToggle(option.value)}
                />
              </li>
            ))}
          </ul>
        )}
        {!blocked && typed !== "" && found.length === 0 && (
          <p className="py-1 text-sm text-muted">
            {addLabel === null
              ? "Nothing with this name."
              : "Not among the most common; press Enter to add it."}
          </p>
        )}
        {!blocked && typed === "" && found.length > shown.length && (
          <button
            type="button"
            onClick={showAll}
            className="mt-1 rounded-md text-sm text-accent-text hover:underline max-sm:min-h-11"
          >
            Show all {found.length}
          </button>
        )}
        {chosen.length >= maxChosen && (
          <p className="pt-1 text-sm text-muted">At most {maxChosen} at a time.</p>
        )}
        {props.after}
      </div>
    </details>
  );
}

/** A chosen value is shown even where nothing counts it. */
function withChosen(
  options: readonly FacetOption[],
  chosen: readonly string[],
  nameOf: FacetGroupProps["nameOf"],
): FacetOption[] {
  const missing = chosen.filter((value) => !options.some((option) => option.value === value));
  return [
    ...missing.map((value) => ({ value, label: nameOf(value), count: null })),
    ...options.filter(({ value }) => chosen.includes(value)),
    ...options.filter(({ value }) => !chosen.includes(value)),
  ];
}

interface OptionProps {
  option: Pick<FacetOption, "label" | "count">;
  isChosen: boolean;
  disabled?: boolean;
  onToggle(): void;
}

export function Option({ option: { label, count }, isChosen, disabled = false, onToggle }: OptionProps) {
  const id = useId();
  return (
    <div className="flex min-h-7 items-center gap-2 text-sm max-lg:min-h-11">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        disabled={disabled}
        onChange={onToggle}
        className="size-4 shrink-0 accent-accent"
      />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer py-0.5">
        {label}
      </label>
      {count !== null && (
        <span className="shrink-0 text-xs text-muted tabular-nums">{count.toLocaleString("en")}</span>
      )}
    </div>
  );
}
