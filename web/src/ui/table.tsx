import type { ReactNode } from "react";
import { classes } from "./classes.ts";

export interface Column<Row> {
  /** Empty for a column of buttons, which stays visible when a table scrolls sideways. */
  title: string;
  /** Numbers are right-aligned. */
  numeric?: boolean;
  cell(row: Row): ReactNode;
  /** Whether the cell is empty: on a phone it is left out. */
  isEmpty?(row: Row): boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

const stays = "sm:sticky sm:right-0 sm:bg-surface sm:shadow-[inset_1px_0_var(--line)]";

/** A table; at phone width each row is a card with labelled cells. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="relative overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full text-sm wrap-break-word max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-left text-muted">
            {columns.map(({ title, numeric }) => (
              <th
                key={title}
                scope="col"
                className={classes(
                  "px-4 py-2.5 font-medium whitespace-nowrap",
                  numeric && "text-right",
                  title === "" && stays,
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="border-line not-last:border-b align-middle max-sm:block max-sm:px-4 max-sm:py-3"
            >
              {columns.map(({ title, numeric, cell, isEmpty }) => (
                <td
                  key={title}
                  data-title={title}
                  className={classes(
                    "px-4 py-2.5 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4",
                    "max-sm:px-0 max-sm:py-1 max-sm:text-right max-sm:before:shrink-0 max-sm:before:text-muted",
                    "max-sm:before:content-[attr(data-title)] max-sm:first:text-left max-sm:first:font-medium",
                    "max-sm:first:before:hidden",
                    numeric && "text-right whitespace-nowrap tabular-nums",
                    title === "" && stays,
                    isEmpty?.(row) && "max-sm:hidden",
                  )}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
