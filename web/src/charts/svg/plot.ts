import * as Plot from "@observablehq/plot";

export type PlotOptions = Plot.PlotOptions;

/**
 * Plots without the style element that the library adds: the pages' policy refuses it, our stylesheet has its rules.
 * Groups are named "line" and "dot", which ARIA does not allow without a role; the drawing has one name as a whole.
 */
export function plotSvg(options: PlotOptions): SVGSVGElement {
  const svg = Plot.plot({ ...options, figure: false, className: "plot" }) as SVGSVGElement;
  svg.querySelector("style")?.remove();
  for (const group of svg.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  return svg;
}
