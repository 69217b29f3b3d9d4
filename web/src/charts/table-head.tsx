import { Fragment } from "react";
import { type ChartTable, kindOf } from "./table.ts";

const look = "bg-surface px-2.5 font-medium text-muted";
/** The names stay in view while the numbers scroll. */
const corner = `${look} sticky left-0 z-1 py-2 text-left align-bottom`;

/** One row of headings; two where columns have a common heading. */
export function TableHead({ table }: { table: ChartTable }) {
  const { columns, groups = [] } = table;
  const groupAt = (at: number) =>
    groups.find(({ from, columns: own }) => at >= from && at < from + own.length);
  const side = (at: number) => (kindOf(table, at) === "text" ? "text-left" : "text-right");
  return (
    <thead className="sticky top-0 z-1">
      <tr>
        {columns.map((column, at) => {
          const group = groupAt(at);
          if (group === undefined)
            return (
              <th
                key={column}
                scope="col"
                rowSpan={groups.length > 0 ? 2 : undefined}
                className={at === 0 ? corner : `${look} ${side(at)} py-2 align-bottom`}
              >
                {column}
              </th>
            );
          if (group.from !== at) return null;
          return (
            <th
              key={column}
              scope="colgroup"
              colSpan={group.columns.length}
              className={`${look} pt-2 pb-0.5 text-right align-bottom text-text`}
            >
              {group.title}
            </th>
          );
        })}
      </tr>
      {groups.length > 0 && (
        <tr>
          {groups.map(({ from, columns: own }) => (
            <Fragment key={from}>
              {own.map((column, at) => (
                <th
                  key={column}
                  scope="col"
                  className={`${look} ${side(from + at)} pt-0 pb-2 whitespace-nowrap`}
                >
                  {column}
                </th>
              ))}
            </Fragment>
          ))}
        </tr>
      )}
    </thead>
  );
}
