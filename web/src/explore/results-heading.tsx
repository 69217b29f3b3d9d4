import { type ReactNode, type RefObject, useEffect, useRef } from "react";

interface ResultsHeadingProps {
  heading: RefObject<HTMLHeadingElement | null>;
  offset: number;
  /** Results on this page. */
  count: number;
  /** Whether the results below are of the search before. */
  isOld: boolean;
  /** What is listed. */
  children: ReactNode;
}

/** The status line of a list of results, announced when it changes; focused after Next and Previous. */
export function ResultsHeading({ heading, offset, count, isOld, children }: ResultsHeadingProps) {
  return (
    <h2 ref={heading} tabIndex={-1} data-results="" className="rounded-md text-sm font-normal text-muted">
      {!isOld && (
        <span className="sr-only">
          Results {(offset + 1).toLocaleString("en")}–{(offset + count).toLocaleString("en")}:{" "}
        </span>
      )}
      <span role="status">{isOld ? "Searching…" : children}</span>
    </h2>
  );
}

/** Moves the focus to the heading once the page of results that was asked for is there. */
export function useFocusAfterMove(offset: number, isOld: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of results is shown
  useEffect(() => {
    if (!moved.current || isOld) return;
    moved.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [offset, isOld]);
  return {
    heading,
    move: () => {
      moved.current = true;
    },
  };
}
