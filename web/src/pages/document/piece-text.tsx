import { memo, useLayoutEffect, useRef } from "react";
import { Markdown } from "../../ui/markdown.tsx";
import { markEnclosed } from "./mark-enclosed.ts";
import { encloseRange } from "./passage.ts";
import type { Piece } from "./pieces.ts";

interface PieceTextProps {
  piece: Piece;
  /** The heading level that it is below. */
  below: number;
  /** What is marked, in units of the whole text; null: nothing. */
  range: { start: number; end: number } | null;
}

export const pieceId = (piece: Piece): string => `text-${piece.start}`;

/** Rendered again only when its text or what is marked in it changes. */
export function PieceText({ piece, below, range }: PieceTextProps) {
  const { start, text } = piece;
  const local = range && { start: range.start - start, end: range.end - start };
  const enclosed = local === null ? text : encloseRange(text, local);
  return <Rendered id={pieceId(piece)} text={enclosed} below={below} />;
}

const Rendered = memo(function Rendered({ id, text, below }: { id: string; text: string; below: number }) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what was rendered
  useLayoutEffect(() => {
    if (place.current) markEnclosed(place.current);
  }, [text, below]);
  return (
    <section ref={place} id={id} className="scroll-mt-16 not-first:mt-3 lg:scroll-mt-6">
      <Markdown text={text} below={below} />
    </section>
  );
});
