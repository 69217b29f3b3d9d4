import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { ArchiveDocumentPage } from "../../../../src/contract/api/archive.ts";
import { Button } from "../../ui/button.tsx";
import { focusOn } from "../../ui/focus-on.ts";
import { Problem } from "../../ui/problem.tsx";
import { Outline } from "./outline.tsx";
import { PieceText } from "./piece-text.tsx";
import { levelsAbove, piecesOf, unitsOf, withoutTitle } from "./pieces.ts";
import type { useDocument } from "./use-document.ts";

interface ReaderProps {
  /** The loaded pages, without gaps. */
  pages: readonly ArchiveDocumentPage[];
  /** In code points of the document. */
  passage: { start: number; end: number } | null;
  text: ReturnType<typeof useDocument>;
}

/** The loaded text in pieces; more is loaded when its end comes near. */
export function Reader({ pages, passage, text }: ReaderProps) {
  const article = useRef<HTMLElement>(null);
  const loaded = useMemo(() => pages.map(({ content }) => content).join(""), [pages]);
  const first = pages[0]?.offset ?? 0;
  const title = pages[0]?.title;
  const pieces = useMemo(
    // The title is above the text already.
    () => piecesOf(loaded).map((piece, at) => (at === 0 && first === 0 ? withoutTitle(piece, title) : piece)),
    [loaded, first, title],
  );
  const above = useMemo(() => levelsAbove(pieces), [pieces]);
  const range = passage && {
    start: unitsOf(loaded, passage.start - first),
    end: unitsOf(loaded, passage.end - first),
  };
  const start = passage?.start;
  useEffect(() => {
    if (start !== undefined) article.current?.querySelector("mark")?.scrollIntoView({ block: "center" });
  }, [start]);
  const bottom = useRef<number | null>(null);
  const showBefore = () => {
    bottom.current = bottomOf(article.current!);
    void text.fetchPreviousPage();
  };
  const { isFetchingPreviousPage } = text;
  useEffect(() => {
    if (!isFetchingPreviousPage) return;
    // Else some browsers scroll, too, where the page is not at its top.
    const { style } = document.documentElement;
    style.setProperty("overflow-anchor", "none");
    return () => {
      style.removeProperty("overflow-anchor");
      bottom.current = null;
    };
  }, [isFetchingPreviousPage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: text before the first place was added
  useLayoutEffect(() => {
    if (bottom.current === null) return;
    // What is read stays where it is. The button, which was disabled meanwhile, has lost the focus.
    scrollBy(0, bottomOf(article.current!) - bottom.current);
    focusOn(article.current);
  }, [first]);
  return (
    <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_15rem]">
      <article
        ref={article}
        aria-label="Text"
        lang={pages[0]?.language}
        className="min-w-0 max-w-[44rem] self-start focus:outline-none text-[1.02rem] leading-[1.65]"
      >
        {text.hasPreviousPage && (
          <p className="mb-6 print:hidden">
            <Button busy={isFetchingPreviousPage} onClick={showBefore}>
              Show the text before
            </Button>
          </p>
        )}
        {pieces.map((piece, at) => (
          <PieceText key={first + piece.start} piece={piece} below={above[at] ?? 1} range={range} />
        ))}
        {loaded.trim() === "" && <p className="text-muted">This document has no text.</p>}
        {text.hasNextPage && (
          <p className="mt-6 hidden text-muted print:block">{printedUpTo(pages.at(-1)!)}</p>
        )}
        <More text={text} />
      </article>
      <Outline pieces={pieces} hasMore={text.hasNextPage} />
    </div>
  );
}

/** Says on paper that only the loaded text is there. */
const printedUpTo = ({ nextOffset, totalChars }: ArchiveDocumentPage): string =>
  `Printed up to ${Math.floor(((nextOffset ?? totalChars) / totalChars) * 100)}% of the text; the text continues.`;

/** In pixels from the top of the page. */
const bottomOf = (element: HTMLElement): number => element.getBoundingClientRect().bottom + scrollY;

function More({ text }: Pick<ReaderProps, "text">) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = text;
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!canLoad || end.current === null) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: "1200px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [canLoad, fetchNextPage]);
  return (
    <div ref={end} className="mt-6 space-y-3 print:hidden">
      {isFetchNextPageError && <Problem error={text.error} retry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more of the text
        </Button>
      )}
    </div>
  );
}
