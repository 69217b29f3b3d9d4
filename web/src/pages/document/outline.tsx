import { focusOn } from "../../ui/focus-on.ts";
import { pieceId } from "./piece-text.tsx";
import type { Piece } from "./pieces.ts";

interface OutlineProps {
  pieces: readonly Piece[];
  hasMore: boolean;
}

const fewest = 2;

/** The headings of the loaded text. */
export function Outline({ pieces, hasMore }: OutlineProps) {
  const headings = pieces.flatMap((piece) =>
    piece.heading && piece.heading.title !== "" ? [{ ...piece.heading, id: pieceId(piece) }] : [],
  );
  if (headings.length < fewest) return null;
  const top = Math.min(...headings.map(({ depth }) => depth));
  return (
    <nav aria-label="Outline" className="order-first max-lg:mb-6 lg:order-none">
      <div className="lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto">
        <h2 className="mb-2 text-xs font-medium text-muted">In this document</h2>
        <ul className="space-y-1 border-l border-line text-sm max-lg:max-h-48 max-lg:overflow-y-auto">
          {headings.map(({ title, depth, id }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  const target = document.getElementById(id);
                  target?.scrollIntoView({ block: "start" });
                  focusOn(target?.querySelector<HTMLElement>("h1, h2, h3, h4, h5, h6"));
                }}
                className="-ml-px block w-full border-l border-transparent py-0.5 text-left text-muted hover:border-accent hover:text-text max-lg:py-2"
                style={{ paddingInlineStart: `${0.75 + Math.min(depth - top, 3) * 0.75}rem` }}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
        {hasMore && <p className="mt-2 text-xs text-muted">More headings appear as the text is loaded.</p>}
      </div>
    </nav>
  );
}
