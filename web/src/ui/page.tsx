import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";

interface PageProps {
  title: ReactNode;
  /** In the browser's tab; needed where the title is not plain text. */
  tabTitle?: string;
  lead?: ReactNode;
  /** Above the title: where the page belongs. */
  above?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  /** For charts, tables and lists with filters beside them: wider than lines of text should be. */
  wide?: boolean;
  children: ReactNode;
}

/** The heading that is focused and announced after navigation, but not on the first load. */
let opened = false;

/** Focuses the heading of a page that replaces another, or the page of the sign-in. */
export function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A field that took the focus keeps it.
    const isFree = document.activeElement === null || !document.activeElement.matches("main input");
    if (opened && isFree) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, []);
  return heading;
}

export function Page({ title, tabTitle, lead, above, action, wide = false, children }: PageProps) {
  const heading = useFocusedHeading();
  const tab = tabTitle ?? (typeof title === "string" ? title : "");
  useEffect(() => {
    document.title = tab === "" ? "Prior Art" : `${tab} · Prior Art`;
  }, [tab]);
  return (
    <div className={classes("mx-auto", wide ? "max-w-7xl" : "max-w-4xl")}>
      {above}
      <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className={classes("min-w-0 flex-1 basis-56", wide ? "max-w-4xl" : "max-w-3xl")}>
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
            {title}
          </h1>
          {lead && <p className="mt-1 text-pretty text-muted">{lead}</p>}
        </div>
        {action}
      </header>
      <div className="space-y-4">{children}</div>
    </div>
  );
}
