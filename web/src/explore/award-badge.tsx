import { Award as Ribbon, Trophy } from "lucide-react";
import type { Award, Prize } from "../../../src/contract/api/shared.ts";
import { ordinal } from "./ordinal.ts";

interface AwardBadgeProps {
  award: Award | null;
  prize: Prize | null;
}

/** Winner or honorable mention, with the prize's name; nothing for other projects. */
export function AwardBadge({ award, prize }: AwardBadgeProps) {
  if (award === null) return null;
  const isWinner = award === "winner";
  const Icon = isWinner ? Trophy : Ribbon;
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 rounded-md px-2 py-0.5 text-xs font-medium ${isWinner ? "bg-warning-soft text-warning-text" : "bg-sunken text-muted"}`}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="truncate">{isWinner ? prizeName(prize) : "Honorable mention"}</span>
    </span>
  );
}

function prizeName(prize: Prize | null): string {
  const name = prize?.name ?? (prize?.placement ? `${ordinal(prize.placement)} place` : null);
  return name === null ? "Winner" : `Winner · ${name}`;
}
