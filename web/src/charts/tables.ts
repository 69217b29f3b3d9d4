/** The table of each kind of drawing. */
import type { Drawing } from "./drawing.ts";
import type { ChartTable } from "./table.ts";

export function tableOf(drawing: Drawing): ChartTable {
  switch (drawing.kind) {
    case "bars": {
      const shares = drawing.bars.some(({ share }) => share !== undefined);
      return {
        columns: ["Name", capital(drawing.unit), ...(shares ? ["Share"] : [])],
        kinds: ["text", "count", "share"],
        rows: drawing.bars.map(({ label, hint, count, share }) => [
          hint === undefined ? label : `${label} (${hint})`,
          count,
          ...(shares ? [share ?? null] : []),
        ]),
        hrefs: drawing.bars.map(({ href }) => href),
      };
    }
    case "columns":
      return {
        columns: ["When", capital(drawing.unit), capital(drawing.part)],
        rows: drawing.columns.map(({ label, count, part }) => [label, count, part]),
        hrefs: drawing.columns.map(({ href }) => href),
      };
    case "lines": {
      const points = drawing.series.flatMap(({ label, points }) => points.map((point) => ({ label, point })));
      return {
        columns: ["Name", "Event", capital(drawing.unit), "Share"],
        kinds: ["text", "text", "count", "share"],
        rows: points.map(({ label, point }) => [label, point.at, point.count, point.share]),
        hrefs: points.map(({ point }) => point.href),
      };
    }
    case "dumbbells": {
      const [a, b] = drawing.names;
      return {
        columns: ["Name", `${a}: projects`, `${a}: share`, `${b}: projects`, `${b}: share`, "Lift"],
        kinds: ["text", "count", "share", "count", "share", "lift"],
        groups: [
          { title: capital(a), from: 1, columns: ["Projects", "Share"] },
          { title: capital(b), from: 3, columns: ["Projects", "Share"] },
        ],
        rows: drawing.rows.map((row) => [
          row.label,
          row.a.count,
          row.a.share,
          row.b.count,
          row.b.share,
          row.lift,
        ]),
        hrefs: drawing.rows.map(({ a: end }) => end.href),
      };
    }
    case "matrix": {
      const { names, cells } = drawing;
      return {
        columns: ["Name", "With", "Projects with both", "Share"],
        kinds: ["text", "text", "count", "share"],
        rows: cells.map(({ row, column, count, share }) => [
          names[row] ?? "",
          names[column] ?? "",
          count,
          share,
        ]),
        hrefs: cells.map(({ href }) => href),
      };
    }
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
