import type { ReactNode } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";
import type { MatrixCell } from "./drawing.ts";
import { formatCount, formatShare } from "./numbers.ts";

interface MatrixChartProps {
  title: string;
  level?: 2 | 3;
  note?: ReactNode;
  names: readonly string[];
  cells: readonly MatrixCell[];
}

/** A table whose cells are shaded by share: of the row's projects, the part that also has the column. */
export function MatrixChart({ title, level, note, names, cells }: MatrixChartProps) {
  const found = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  return (
    <ChartFrame title={title} level={level} note={note} drawing={{ kind: "matrix", names, cells }}>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        // Relative: what is written for screen readers only must not widen the page.
        className="relative overflow-x-auto"
      >
        <table className="w-full max-w-5xl border-separate border-spacing-0.5 text-xs">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <td />
              {names.map((name) => (
                <th key={name} scope="col" className="h-28 min-w-12 p-0 align-bottom font-medium @4xl:h-9">
                  <span className="mx-auto block max-h-28 rotate-180 truncate py-1 text-left [writing-mode:vertical-rl] @4xl:rotate-0 @4xl:text-center @4xl:text-wrap @4xl:[writing-mode:horizontal-tb]">
                    {name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, row) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="sticky left-0 max-w-40 truncate bg-surface pr-2 text-left font-medium max-sm:max-w-28"
                >
                  {name}
                </th>
                {names.map((other, column) => (
                  <td key={other} className="p-0">
                    <Square cell={found.get(`${row} ${column}`)} names={[name, other]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartFrame>
  );
}

/** Percent of the accent in the darkest cell: the text stays readable in both themes. */
const strongest = 50;

function Square({ cell, names: [name, other] }: { cell: MatrixCell | undefined; names: [string, string] }) {
  if (cell === undefined) return <span className="block h-12 min-w-12 rounded-xs bg-sunken" />;
  const strength = Math.round(5 + (strongest - 5) * cell.share);
  return (
    <ChartLink
      href={cell.href}
      title={`${name} with ${other}: ${formatCount(cell.count)}`}
      className="flex h-12 min-w-12 items-center justify-center rounded-xs tabular-nums hover:outline-2 hover:outline-(--focus)"
      style={{ background: `color-mix(in oklab, var(--accent) ${strength}%, var(--surface))` }}
    >
      {formatShare(cell.share)}
      <span className="sr-only">
        {" "}
        of projects with {name} also have {other}
      </span>
    </ChartLink>
  );
}
