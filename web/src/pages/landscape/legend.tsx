import { useState } from "react";
import { formatCount } from "../../charts/numbers.ts";
import { classes } from "../../ui/classes.ts";
import type { Group } from "./groups.ts";

interface LegendProps {
  title: string;
  groups: readonly Group[];
  /** Keys of the groups that are shown alone; empty: all are. */
  only: readonly string[];
  onOnly(keys: string[]): void;
}

const shownAtFirst = 12;

/** The groups with their colours and counts; pressing one shows it alone, pressing more adds them. */
export function Legend({ title, groups, only, onOnly }: LegendProps) {
  const [all, setAll] = useState(false);
  const chosen = new Set(only);
  const some = groups.filter(({ key, count }) => count > 0 || chosen.has(key));
  const shown = all ? some : some.filter(({ key }, at) => at < shownAtFirst || chosen.has(key));
  const toggle = (key: string) =>
    onOnly(chosen.has(key) ? only.filter((other) => other !== key) : [...only, key]);
  return (
    <section aria-label={`Legend: ${title}`} className="text-sm">
      <div className="mb-1 flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        {only.length > 0 && (
          <button
            type="button"
            onClick={() => onOnly([])}
            className="rounded-md px-2 py-1 text-accent-text hover:bg-hover"
          >
            Show all
          </button>
        )}
      </div>
      <ul className="-mx-2 gap-x-6 sm:max-xl:columns-2">
        {shown.map(({ key, label, count, colour }) => (
          <li key={key} className="break-inside-avoid">
            <button
              type="button"
              aria-pressed={chosen.has(key)}
              onClick={() => toggle(key)}
              className={classes(
                "flex w-full items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-hover max-sm:min-h-11",
                chosen.has(key) && "bg-accent-soft text-accent-text",
                only.length > 0 && !chosen.has(key) && "text-muted",
              )}
            >
              <span
                aria-hidden="true"
                className="size-2.5 shrink-0 rounded-full"
                style={{ background: colour }}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
              <span className="text-muted tabular-nums">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {some.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-1 rounded-md py-1 text-accent-text hover:underline"
        >
          {formatCount(some.length - shown.length)} more
        </button>
      )}
    </section>
  );
}
