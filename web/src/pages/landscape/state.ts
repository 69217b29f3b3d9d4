/** What of the landscape is in its address. */
import { asChoice, asCount, asKeys, asText, type RawSearch } from "../../router/search-params.ts";
import { type Colouring, colourings } from "./groups.ts";

export interface LandscapeSearch {
  /** Default: cluster. */
  color?: Colouring;
  /** Groups of the legend that are shown alone. */
  only?: string[];
  /** Highlights the projects around a text. */
  query?: string;
  /** `writeView`. */
  at?: string;
  /** `writeLasso`. */
  lasso?: string;
  /** The table instead of the map. */
  view?: "table";
  /** First row of the table. */
  offset?: number;
}

export const landscapeSearch = (raw: RawSearch): LandscapeSearch => ({
  color: asChoice(raw.color, colourings),
  only: asKeys(raw.only),
  query: asText(raw.query),
  at: asText(raw.at),
  lasso: asText(raw.lasso),
  view: asChoice(raw.view, ["table"]),
  offset: asCount(raw.offset),
});
