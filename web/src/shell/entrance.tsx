import { type ReactNode, useEffect } from "react";
import { useFocusedHeading } from "../ui/page.tsx";
import { Brand } from "./brand.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

interface EntranceProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Below the card. */
  after?: ReactNode;
}

/** The layout of pages that need no sign-in. */
export function Entrance({ title, lead, children, after }: EntranceProps) {
  useEffect(() => {
    document.title = title === "Prior Art" ? title : `${title} · Prior Art`;
  }, [title]);
  const heading = useFocusedHeading();
  return (
    <main className="mx-auto flex min-h-dvh max-w-[26rem] flex-col justify-center px-4 py-10">
      <div className="mb-6 text-center">
        <Brand />
      </div>
      <div className="rounded-2xl border border-line bg-surface p-6 max-sm:p-5">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {title}
        </h1>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
        <div className="mt-5 space-y-4">{children}</div>
      </div>
      {after && <div className="mt-4 text-center text-sm text-muted">{after}</div>}
      <div className="mt-6 flex justify-center">
        <ThemeSwitch />
      </div>
    </main>
  );
}
