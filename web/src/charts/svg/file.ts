/** A drawing as a stand-alone SVG with its title, for download: fixed colours, no reference to our stylesheet. */
import * as Plot from "@observablehq/plot";
import type { Drawing } from "../drawing.ts";
import { formatCount, formatLift, formatShare, niceCeiling } from "../numbers.ts";
import type { Paint } from "../paint.ts";
import { lineOptions } from "./lines.ts";
import { type PlotOptions, plotSvg } from "./plot.ts";

const width = 760;
const titleHeight = 44;
const rowHeight = 26;

export function fileSvg(drawing: Drawing, title: string, paint: Paint): SVGSVGElement {
  const svg = plotSvg(optionsOf(drawing, paint));
  const height = svg.height.baseVal.value + titleHeight;
  svg.setAttribute("height", String(height));
  svg.setAttribute("viewBox", `0 ${-titleHeight} ${width} ${height}`);
  svg.setAttribute("aria-label", title);
  const ground = shape("rect", { x: 0, y: -titleHeight, width, height, fill: paint("surface") });
  const heading = shape("text", {
    x: 16,
    y: -16,
    fill: paint("text"),
    "font-size": 15,
    "font-weight": 600,
    "text-anchor": "start",
  });
  heading.textContent = title;
  svg.prepend(ground, heading);
  return svg;
}

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

function optionsOf(drawing: Drawing, paint: Paint): PlotOptions {
  switch (drawing.kind) {
    case "bars":
      return barOptions(drawing, paint);
    case "columns":
      return columnOptions(drawing, paint);
    case "lines":
      return lineOptions(drawing, paint, { width, height: 360 });
    case "dumbbells":
      return dumbbellOptions(drawing, paint);
    case "matrix":
      return matrixOptions(drawing, paint);
  }
}

/** Two rows can have one label: rows are placed by number, and labelled by the axis. */
function rowAxis(labels: readonly string[], paint: Paint) {
  return {
    y: {
      type: "band" as const,
      domain: labels.map((_, at) => at),
      label: null,
      tickSize: 0,
      tickFormat: (at: number) => shorten(labels[at] ?? ""),
    },
    width,
    height: labels.length * rowHeight + 40,
    marginLeft: 230,
    marginTop: 4,
    style: { color: paint("text"), fontSize: "12px" },
  };
}

const shorten = (text: string): string => (text.length <= 34 ? text : `${text.slice(0, 33)}…`);

function barOptions({ bars }: Extract<Drawing, { kind: "bars" }>, paint: Paint): PlotOptions {
  const rows = bars.map((bar, at) => ({ ...bar, at }));
  return {
    ...rowAxis(
      bars.map(({ label, hint }) => (hint === undefined ? label : `${label} (${hint})`)),
      paint,
    ),
    marginRight: 110,
    marginBottom: 20,
    x: { axis: null, domain: [0, Math.max(1, ...bars.map(({ count }) => count))] },
    marks: [
      Plot.barX(rows, { y: "at", x: "count", fill: paint("accent"), insetTop: 6, insetBottom: 6, rx: 2 }),
      Plot.text(rows, {
        y: "at",
        x: "count",
        dx: 8,
        textAnchor: "start",
        fill: paint("muted"),
        text: ({ count, share }) =>
          share === undefined ? formatCount(count) : `${formatCount(count)} · ${formatShare(share)}`,
      }),
    ],
  };
}

function columnOptions({ columns, part }: Extract<Drawing, { kind: "columns" }>, paint: Paint): PlotOptions {
  const top = niceCeiling(Math.max(1, ...columns.map(({ count }) => count)));
  return {
    width,
    height: 300,
    marginLeft: 48,
    marginBottom: 36,
    style: { color: paint("muted"), fontSize: "12px" },
    x: { type: "band", domain: columns.map(({ label }) => label), label: null, tickSize: 0, padding: 0.35 },
    y: { domain: [0, top], label: null, tickSize: 0, ticks: 4 },
    marks: [
      Plot.gridY({ stroke: paint("line"), strokeOpacity: 1, ticks: 4 }),
      Plot.barY(columns, { x: "label", y: "count", fill: paint("series-none") }),
      Plot.barY(columns, { x: "label", y: "part", fill: paint("accent") }),
      Plot.text([`Accented: ${part}`], { frameAnchor: "top-left", fill: paint("muted") }),
    ],
  };
}

function dumbbellOptions(
  { rows, names }: Extract<Drawing, { kind: "dumbbells" }>,
  paint: Paint,
): PlotOptions {
  const all = rows.map((row, at) => ({ ...row, at, shareA: row.a.share, shareB: row.b.share }));
  const top = niceCeiling(Math.max(0.01, ...all.flatMap(({ shareA, shareB }) => [shareA, shareB])));
  return {
    ...rowAxis(
      rows.map(({ label }) => label),
      paint,
    ),
    height: rows.length * rowHeight + 60,
    marginTop: 28,
    marginRight: 80,
    marginBottom: 30,
    x: { domain: [0, Math.min(1, top)], label: null, tickSize: 0, ticks: 5, tickFormat: formatShare },
    color: { domain: [names[0], names[1]], range: [paint("series-1"), paint("series-3")] },
    marks: [
      Plot.gridX({ stroke: paint("line"), strokeOpacity: 1, ticks: 5 }),
      Plot.ruleY(all, { y: "at", x1: "shareA", x2: "shareB", stroke: paint("edge"), strokeWidth: 2 }),
      Plot.dot(all, { y: "at", x: "shareB", fill: paint("series-3"), symbol: "square", r: 5 }),
      Plot.dot(all, { y: "at", x: "shareA", fill: paint("series-1"), r: 5 }),
      Plot.text(all, {
        y: "at",
        frameAnchor: "right",
        dx: 60,
        fill: paint("text"),
        text: ({ lift }) => formatLift(lift),
      }),
      Plot.text([`● ${names[0]}   ■ ${names[1]}   (right: lift)`], {
        frameAnchor: "top-left",
        dy: -20,
        fill: paint("muted"),
      }),
    ],
  };
}

function matrixOptions({ names, cells }: Extract<Drawing, { kind: "matrix" }>, paint: Paint): PlotOptions {
  const axis = {
    type: "band" as const,
    domain: names.map((_, at) => at),
    label: null,
    tickSize: 0,
    tickFormat: (at: number) => shorten(names[at] ?? ""),
  };
  return {
    width,
    height: names.length * 40 + 150,
    marginLeft: 160,
    marginTop: 130,
    marginBottom: 16,
    style: { color: paint("text"), fontSize: "12px" },
    x: { ...axis, axis: "top", tickRotate: -40 },
    y: axis,
    marks: [
      Plot.cell(cells, {
        x: "column",
        y: "row",
        fill: paint("accent"),
        fillOpacity: "share",
        inset: 1,
        rx: 3,
      }),
      Plot.text(cells, {
        x: "column",
        y: "row",
        text: ({ share }) => formatShare(share),
        fill: paint("text"),
        stroke: paint("surface"),
        strokeWidth: 3,
      }),
    ],
    opacity: { type: "linear", domain: [0, 1], range: [0.06, 1] },
  };
}
