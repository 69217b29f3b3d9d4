import { type ReactNode, useEffect, useState } from "react";
import type { Member } from "../api/session.ts";
import { useLocation } from "../router/location.ts";
import { Icon } from "../ui/icon.tsx";
import { Brand } from "./brand.tsx";
import { Navigation } from "./navigation.tsx";
import { SignedInAs } from "./signed-in-as.tsx";

/** The layout of every page of members: navigation at the side, or behind a button on narrow screens. */
export function Shell({ member, children }: { member: Member; children: ReactNode }) {
  const { path } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has been chosen, so the choice is over
  useEffect(() => setOpen(false), [path]);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#page"
        className="absolute top-2 left-2 z-20 -translate-y-20 rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <header className="border-line max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto">
        <div className="flex items-center justify-between px-5 py-3 lg:py-5">
          <Brand />
          <button
            type="button"
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-medium hover:bg-hover lg:hidden"
          >
            <Icon name={open ? "close" : "menu"} />
            Menu
          </button>
        </div>
        <div id="navigation" className={`flex-1 flex-col lg:flex ${open ? "flex" : "max-lg:hidden"}`}>
          <Navigation isAdmin={member.role === "admin"} />
          <SignedInAs member={member} />
        </div>
      </header>
      <main
        id="page"
        tabIndex={-1}
        className="min-w-0 border-line px-5 py-7 lg:border-l max-sm:px-4 max-sm:py-5 lg:px-10 lg:py-9"
      >
        {children}
      </main>
    </div>
  );
}
