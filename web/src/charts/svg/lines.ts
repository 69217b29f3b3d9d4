/** Lines over events or years: shares of each series, with a dot at each event. */
import * as Plot from "@observablehq/plot";
import type { Drawing, LineSeries } from "../drawing.ts";
import { formatCount, formatShare, niceCeiling } from "../numbers.ts";
import { type Paint, seriesToken } from "../paint.ts";
import { spread } from "../spread.ts";
import { type PlotOptions, plotSvg } from "./plot.ts";

type Lines = Extract<Drawing, { kind: "lines" }>;

export interface Size {
  width: number;
  height: number;
}

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;

/** The least width in which the last points are named beside the lines; a narrower drawing relies on the legend. */
const widthForNames = 640;

export function lineOptions(drawing: Lines, paint: Paint, { width, height }: Size): PlotOptions {
  const { series } = drawing;
  const events = eventsOf(series);
  const points = series.flatMap(({ label, points: own }, at) =>
    own.map((point) => ({ ...point, label, colour: paint(seriesToken(at)) })),
  );
  const named = width >= widthForNames && series.length > 1;
  const top = Math.min(1, niceCeiling(Math.max(0.01, ...points.map(({ share }) => share))));
  // Names of events are long: as many are written as fit, the others are in the tooltips.
  const space = (width - 60 - (named ? 96 : 0)) / Math.max(1, events.length);
  const every = Math.max(1, Math.ceil(76 / space));
  const letters = Math.max(12, Math.floor((space * every) / 6.4));
  return {
    width,
    height,
    marginLeft: 44,
    marginRight: named ? 116 : 20,
    marginTop: 16,
    marginBottom: 34,
    style: { background: "transparent", color: paint("muted"), fontSize: "11px", overflow: "visible" },
    x: {
      type: "point",
      domain: events,
      label: null,
      tickSize: 0,
      tickPadding: 10,
      padding: 0.3,
      tickFormat: (event: string, at: number) => (at % every === 0 ? shorten(event, letters) : ""),
    },
    y: {
      domain: [0, top],
      label: null,
      tickSize: 0,
      ticks: 4,
      tickFormat: formatShare,
    },
    marks: [
      Plot.gridY({ stroke: paint("line"), strokeOpacity: 1, ticks: 4 }),
      Plot.line(points, {
        x: "at",
        y: "share",
        z: "label",
        stroke: "colour",
        strokeWidth: 2,
        curve: "monotone-x",
      }),
      Plot.dot(points, {
        x: "at",
        y: "share",
        fill: "colour",
        stroke: paint("surface"),
        strokeWidth: 1.5,
        r: 4,
      }),
      ...(named ? [endNames(drawing, { events, top, height: height - 50 }, paint)] : []),
      Plot.tip(
        points,
        Plot.pointer({
          x: "at",
          y: "share",
          fill: paint("surface"),
          stroke: paint("edge"),
          fontSize: 12,
          title: (point: (typeof points)[number]) =>
            `${point.label}\n${point.at}: ${formatShare(point.share)} (${formatCount(point.count)})`,
        }),
      ),
    ],
  };
}

/** Names at the right end, moved apart where lines end close to each other. */
function endNames(drawing: Lines, { events, top, height }: Ends, paint: Paint) {
  const last = drawing.series.flatMap(({ label, points }) => {
    const end = points.at(-1);
    return end !== undefined && end.at === events.at(-1) ? [{ label, at: end.at, share: end.share }] : [];
  });
  const places = spread(
    last.map(({ share }) => share),
    (13 / height) * top,
    [0, top],
  );
  return Plot.text(
    last.map((end, at) => ({ ...end, place: places[at] })),
    {
      x: "at",
      y: "place",
      text: ({ label }) => shorten(label, 16),
      fill: paint("text"),
      dx: 12,
      textAnchor: "start",
    },
  );
}

interface Ends {
  events: readonly string[];
  /** Greatest share of the axis. */
  top: number;
  /** Of the plotted area, in pixels. */
  height: number;
}

/** Every event once, in the order of the series. */
function eventsOf(series: readonly LineSeries[]): string[] {
  return [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))];
}

export const linesSvg = (drawing: Lines, paint: Paint, size: Size): SVGSVGElement =>
  plotSvg(lineOptions(drawing, paint, size));
