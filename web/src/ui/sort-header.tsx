import { ArrowDown, ArrowUp } from "lucide-react";
import { classes } from "./classes.ts";

interface SortHeaderProps {
  title: string;
  numeric?: boolean;
  /** Null: the table is sorted by another column. */
  direction: "ascending" | "descending" | null;
  onSort(): void;
}

/** The heading of a column by which a table can be sorted. */
export function SortHeader({ title, numeric = false, direction, onSort }: SortHeaderProps) {
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction ?? undefined}
      className={classes("px-2 py-1 font-medium", numeric ? "text-right" : "text-left")}
    >
      <button
        type="button"
        onClick={onSort}
        className={classes(
          "inline-flex min-h-8 items-center gap-1 rounded-md px-2 whitespace-nowrap hover:bg-hover hover:text-text",
          numeric && "sm:flex-row-reverse",
          direction && "text-text",
        )}
      >
        {title}
        <Arrow aria-hidden="true" className={classes("size-3.5", direction === null && "invisible")} />
      </button>
    </th>
  );
}
