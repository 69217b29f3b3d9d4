import { Maximize, Minus, Plus } from "lucide-react";

const look =
  "inline-flex size-9 items-center justify-center border-line bg-surface text-muted hover:bg-hover hover:text-text not-last:border-r max-sm:size-11";

export function ZoomButtons({ onZoom, onWhole }: { onZoom(factor: number): void; onWhole(): void }) {
  return (
    <div className="absolute right-2.5 bottom-2.5 flex overflow-hidden rounded-lg border border-line print:hidden">
      <button type="button" aria-label="Zoom in" onClick={() => onZoom(1.6)} className={look}>
        <Plus aria-hidden="true" className="size-4" />
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => onZoom(1 / 1.6)} className={look}>
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <button type="button" aria-label="Show everything" onClick={onWhole} className={look}>
        <Maximize aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
