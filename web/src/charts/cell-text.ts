import { formatCount, formatLift, formatShare } from "./numbers.ts";
import type { Cell, CellKind } from "./table.ts";

/** A cell as its chart writes it: `1.7%`, `0.55×`, `1,234`. */
export function cellText(cell: Cell, kind: CellKind): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (kind === "share") return formatShare(cell);
  return kind === "lift" ? formatLift(cell) : formatCount(cell);
}
