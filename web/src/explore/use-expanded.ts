import { useLocation, useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list of the page that shows only its first items is shown in full. */
    showsAll?: boolean;
  }
}

interface Expanded {
  all: boolean;
  expand(): void;
  /** Of the element that contains the list. */
  list: RefObject<HTMLDivElement | null>;
}

/** Whether the list of a page is shown in full; kept in the history entry, so that Back finds the same list. */
export function useExpanded(shownAtFirst: number): Expanded {
  const all = useLocation({ select: ({ state }) => state.showsAll === true });
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (!all || !asked.current) return;
    asked.current = false;
    // The button is gone.
    list.current?.querySelectorAll("article")[shownAtFirst]?.querySelector("a")?.focus();
  }, [all, shownAtFirst]);
  const expand = () => {
    asked.current = true;
    void navigate({
      to: ".",
      search: true,
      hash: true,
      state: (before) => ({ ...before, showsAll: true }),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  };
  return { all, expand, list };
}
