import { ChartLink } from "./chart-link.tsx";
import { formatCount } from "./numbers.ts";
import type { Cell, ChartTable } from "./table.ts";

const shown = (cell: Cell): string => (typeof cell === "number" ? formatCount(cell) : (cell ?? "–"));

/** The numbers of a chart. It scrolls in itself, so that the page never does. */
export function DataTable({ caption, table }: { caption: string; table: ChartTable }) {
  const { columns, rows, hrefs } = table;
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-lg border border-line print:max-h-none"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={`px-3 py-2 font-medium text-muted ${at === 0 ? "text-left" : "text-right"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole, and names can repeat
            <tr key={index} className="border-t border-line">
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={columns[at]} scope="row" className="px-3 py-1.5 text-left font-normal">
                    <ChartLink href={hrefs?.[index]} className="hover:text-accent-text hover:underline">
                      {shown(cell)}
                    </ChartLink>
                  </th>
                ) : (
                  <td key={columns[at]} className="px-3 py-1.5 text-right tabular-nums">
                    {shown(cell)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
