import { longestQuery } from "./project-search.ts";

/** A text as a query: without line breaks, and cut at a word within what a search accepts. */
export function cutQuery(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const points = [...flat];
  if (points.length <= longestQuery) return flat;
  return points
    .slice(0, longestQuery)
    .join("")
    .replace(/\s\S*$/, "");
}
