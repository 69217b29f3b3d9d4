import { type ReactNode, useEffect, useRef } from "react";

interface PageProps {
  title: string;
  lead?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  /** For charts and tables: wider than lines of text should be. */
  wide?: boolean;
  children: ReactNode;
}

/** The heading that is focused and announced after navigation, but not on the first load. */
let opened = false;

export function Page({ title, lead, action, wide = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Prior Art`;
    if (opened) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, [title]);
  return (
    <div className={`mx-auto ${wide ? "max-w-7xl" : "max-w-4xl"}`}>
      <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
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
