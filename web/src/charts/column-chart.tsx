import type { ReactNode } from "react";
import { classes } from "../ui/classes.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";
import type { Column } from "./drawing.ts";
import { formatCount } from "./numbers.ts";

interface ColumnChartProps {
  title: string;
  level?: 2 | 3;
  note?: ReactNode;
  unit: string;
  /** Name of the accented part, such as `winners`. */
  part: string;
  columns: readonly Column[];
  /** Beside a list: as high as its neighbor, where they stand in columns. */
  tall?: boolean;
}

/** Columns over years or events; the accented part of each is at its foot. */
export function ColumnChart({ title, level, note, unit, part, columns, tall = false }: ColumnChartProps) {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const percent = (count: number) => `${(count / most) * 100}%`;
  return (
    <ChartFrame
      title={title}
      level={level}
      note={note}
      drawing={{ kind: "columns", unit, part, columns }}
      legend={
        <ul className="mb-3 flex gap-4 text-xs text-muted">
          <li className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-xs bg-accent" />
            {part}
          </li>
          <li className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-xs bg-(--series-none)" />
            other {unit}
          </li>
        </ul>
      }
    >
      <ol className="relative flex items-stretch gap-1">
        {columns.map(({ key, label, count, part: accented, href }) => (
          <li key={key} className="min-w-0 max-w-28 flex-1">
            <ChartLink
              href={href}
              className="flex h-full flex-col rounded-md px-0.5 pt-1 text-center text-xs hover:bg-hover"
            >
              <span
                aria-hidden="true"
                className={classes("flex flex-col justify-end", tall ? "h-28 lg:h-80" : "h-28")}
              >
                <span className="mb-1 text-muted tabular-nums">{formatCount(count)}</span>
                <span
                  className="mx-auto block w-full max-w-10 rounded-t-xs bg-(--series-none)"
                  style={{ height: percent(count - accented) }}
                />
                <span
                  className="mx-auto block w-full max-w-10 bg-accent"
                  style={{ height: percent(accented) }}
                />
              </span>
              <span className="-mx-1 border-t border-edge pt-1 pb-1 text-muted tabular-nums">
                {label}
                <span className="sr-only">
                  : {formatCount(count)} {unit}, {formatCount(accented)} of them {part}
                </span>
              </span>
            </ChartLink>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
