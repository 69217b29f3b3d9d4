import { ChartColumn, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { csvOf } from "./csv.ts";
import { DataTable } from "./data-table.tsx";
import { fileName, saveFile, textFile } from "./download.ts";
import { DownloadMenu } from "./download-menu.tsx";
import type { Drawing } from "./drawing.ts";
import { fixedPaint } from "./fixed-paint.ts";
import { pngOf, svgText } from "./png.ts";
import { tableOf } from "./tables.ts";

interface ChartFrameProps {
  title: string;
  /** Level of the title's heading; default 2. */
  level?: 2 | 3;
  /** What the chart counts, under its title. */
  note?: ReactNode;
  /** Explains the marks, such as names of series with their colours. */
  legend?: ReactNode;
  drawing: Drawing;
  children: ReactNode;
}

/** A chart with its title, its table behind a switch, and downloads. */
export function ChartFrame({ title, level = 2, note, legend, drawing, children }: ChartFrameProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  const [asTable, setAsTable] = useState(false);
  const table = tableOf(drawing);
  const svg = async () => (await import("./svg/file.ts")).fileSvg(drawing, title, fixedPaint());
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <figure aria-labelledby={id} className="@container min-w-0">
      <div className="mb-3 flex items-start justify-between gap-3">
        <figcaption className="min-w-0">
          <Heading id={id} className="font-semibold text-pretty">
            {title}
          </Heading>
          {note && <p className="text-sm text-muted text-pretty">{note}</p>}
        </figcaption>
        <div className="-my-1 -mr-1.5 flex shrink-0 max-sm:-my-2.5">
          <button
            type="button"
            aria-pressed={asTable}
            aria-label={`Show ${title} as a table`}
            title={asTable ? "Show the chart" : "Show the table"}
            onClick={() => setAsTable(!asTable)}
            className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text max-sm:size-11 print:hidden"
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
          <DownloadMenu
            label={title}
            choices={[
              {
                name: "CSV",
                save: () => saveFile(fileName(title, "csv"), textFile(csvOf(table), "text/csv")),
              },
              {
                name: "SVG",
                save: async () =>
                  saveFile(fileName(title, "svg"), textFile(svgText(await svg()), "image/svg+xml")),
              },
              { name: "PNG", save: async () => saveFile(fileName(title, "png"), await pngOf(await svg())) },
            ]}
          />
        </div>
      </div>
      {asTable ? (
        <DataTable caption={title} table={table} />
      ) : (
        <>
          {legend}
          {children}
        </>
      )}
    </figure>
  );
}
