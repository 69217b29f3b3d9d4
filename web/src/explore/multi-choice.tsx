import { Check, ChevronDown, Search } from "lucide-react";
import {
  Autocomplete,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  Dialog as RacDialog,
  SearchField,
  useFilter,
} from "react-aria-components";
import { formatCount } from "../charts/numbers.ts";
import { classes } from "../ui/classes.ts";
import { inputLook } from "../ui/field.tsx";
import { listItemLook, popoverLook } from "../ui/popover-look.ts";

export interface Choice {
  key: string;
  label: string;
  /** Beside the label, such as a year. */
  hint?: string;
  count?: number;
}

interface MultiChoiceProps {
  /** In the plural: `Hackathons`. */
  label: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  /** The service accepts no more. */
  most?: number;
  onChange(keys: string[]): void;
}

/** A button that opens a list to choose several entries from; typing filters it. */
export function MultiChoice({ label, choices, chosen, most = 10, onChange }: MultiChoiceProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  const names = new Map(choices.map((choice) => [choice.key, choice.label]));
  const full = chosen.length >= most;
  const words = chosen.map((key) => names.get(key) ?? key);
  return (
    <DialogTrigger>
      <RacButton
        isDisabled={choices.length === 0 && chosen.length === 0}
        className={classes(
          "inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-lg border bg-surface px-3 text-sm hover:bg-hover",
          "disabled:cursor-not-allowed disabled:opacity-60 max-sm:min-h-11",
          chosen.length > 0 ? "border-accent max-sm:order-first" : "border-line",
        )}
      >
        <span className={chosen.length > 0 ? "text-muted" : "font-medium"}>{label}</span>
        {words.length > 0 && (
          <span className="max-w-48 truncate font-medium">
            {words[0]}
            {words.length > 1 && ` +${words.length - 1}`}
          </span>
        )}
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </RacButton>
      <Popover
        placement="bottom start"
        className={classes(popoverLook, "w-80 max-w-[calc(100vw-2rem)] overflow-y-visible")}
      >
        <RacDialog aria-label={label} className="outline-none">
          {({ close }) => (
            <>
              <Autocomplete filter={contains}>
                <SearchField
                  aria-label={`Filter ${label.toLowerCase()}`}
                  autoFocus
                  // By itself it would only empty the field.
                  onKeyDown={({ key }) => key === "Escape" && close()}
                  className="relative p-1"
                >
                  <Search
                    aria-hidden="true"
                    className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
                  />
                  <Input placeholder="Filter" className={`${inputLook} pl-9`} />
                </SearchField>
                <ListBox
                  aria-label={label}
                  selectionMode="multiple"
                  selectedKeys={chosen}
                  disabledKeys={
                    full ? choices.filter(({ key }) => !chosen.includes(key)).map(({ key }) => key) : []
                  }
                  onSelectionChange={(keys) =>
                    onChange(
                      keys === "all" ? choices.slice(0, most).map(({ key }) => key) : [...keys].map(String),
                    )
                  }
                  renderEmptyState={() => <p className="px-2.5 py-2 text-sm text-muted">Nothing matches.</p>}
                  className="max-h-64 overflow-y-auto outline-none"
                >
                  {choices.map((choice) => (
                    <ListBoxItem
                      key={choice.key}
                      id={choice.key}
                      textValue={choice.label}
                      className={listItemLook}
                    >
                      {({ isSelected }) => (
                        <>
                          <Check
                            aria-hidden="true"
                            className={classes(
                              "size-4 shrink-0 text-accent-text",
                              !isSelected && "invisible",
                            )}
                          />
                          <span className="min-w-0 flex-1">{choice.label}</span>
                          {choice.hint && <span className="text-xs text-muted">{choice.hint}</span>}
                          {choice.count !== undefined && (
                            <span className="text-xs text-muted tabular-nums">
                              {formatCount(choice.count)}
                            </span>
                          )}
                        </>
                      )}
                    </ListBoxItem>
                  ))}
                </ListBox>
              </Autocomplete>
              <div className="flex items-center justify-between gap-2 border-t border-line px-2.5 py-2 text-sm text-muted">
                <span>{full ? `At most ${most}` : `${chosen.length} chosen`}</span>
                {chosen.length > 0 && (
                  <button
                    type="button"
                    onClick={() => onChange([])}
                    className="rounded-md px-2 py-1 text-accent-text hover:bg-hover"
                  >
                    Clear
                  </button>
                )}
              </div>
            </>
          )}
        </RacDialog>
      </Popover>
    </DialogTrigger>
  );
}
