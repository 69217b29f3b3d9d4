import { useElementScrollRestoration, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/** What readers scroll with. */
const scrolling = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Scrolls a page that is opened again to where it was left. The router does so only before its content is loaded. */
export function useRestoredScroll(): void {
  const key = useLocation({ select: ({ state, href }) => state.__TSR_key ?? href });
  const top = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored for the same entry later is of no use
  useEffect(() => {
    if (top > 0) return keepScrolled(top);
  }, [key]);
}

/** Scrolls to a place as the page grows, until it is reached or the reader does something. Returns what ends it. */
function keepScrolled(top: number): () => void {
  const growth = new ResizeObserver(() => {
    scrollTo(scrollX, top);
    if (scrollY > top - 1) end();
  });
  const end = () => {
    growth.disconnect();
    for (const event of scrolling) removeEventListener(event, end, true);
  };
  for (const event of scrolling) addEventListener(event, end, true);
  growth.observe(document.body);
  return end;
}
