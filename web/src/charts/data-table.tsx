import { cellText } from "./cell-text.ts";
import { ChartLink } from "./chart-link.tsx";
import { type ChartTable, kindOf } from "./table.ts";
import { TableHead } from "./table-head.tsx";

/** Words wrap between words, and break only where one alone is wider than the most. */
const words = "block min-w-28 max-w-72 text-pretty wrap-break-word";

/** The numbers of a chart. It scrolls in itself, so that the page never does. */
export function DataTable({ caption, table }: { caption: string; table: ChartTable }) {
  const { columns, rows, hrefs } = table;
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      // Relative: what is written for screen readers only must not widen the page.
      className="relative max-h-[min(40rem,80dvh)] overflow-auto rounded-lg border border-line print:max-h-none print:overflow-visible"
    >
      <table className="w-full text-sm wrap-normal">
        <caption className="sr-only">{caption}</caption>
        <TableHead table={table} />
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole, and names can repeat
            <tr key={index} className="border-t border-line">
              {row.map((cell, at) => {
                const kind = kindOf(table, at);
                const text = cellText(cell, kind);
                if (at === 0)
                  return (
                    <th
                      key={columns[at]}
                      scope="row"
                      className="sticky left-0 bg-surface px-2.5 py-1.5 text-left font-normal"
                    >
                      <span className={words}>
                        <ChartLink href={hrefs?.[index]} className="hover:text-accent-text hover:underline">
                          {text}
                        </ChartLink>
                      </span>
                    </th>
                  );
                return kind === "text" ? (
                  <td key={columns[at]} className="px-2.5 py-1.5 text-left">
                    <span className={words}>{text}</span>
                  </td>
                ) : (
                  <td key={columns[at]} className="px-2.5 py-1.5 text-right whitespace-nowrap tabular-nums">
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
