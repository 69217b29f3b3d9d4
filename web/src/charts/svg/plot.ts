import * as Plot from "@observablehq/plot";

export type PlotOptions = Plot.PlotOptions;

/** Plots without the style element that the library adds: the pages' policy refuses it, our stylesheet has its rules. */
export function plotSvg(options: PlotOptions): SVGSVGElement {
  const svg = Plot.plot({ ...options, figure: false, className: "plot" }) as SVGSVGElement;
  svg.querySelector("style")?.remove();
  return svg;
}
