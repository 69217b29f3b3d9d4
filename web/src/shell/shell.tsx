import { useLocation } from "@tanstack/react-router";
import { Menu, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Member } from "../api/session.ts";
import { Brand } from "./brand.tsx";
import { Navigation } from "./navigation.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { PaletteProvider, usePalette } from "./palette/palette-provider.tsx";
import { SignedInAs } from "./signed-in-as.tsx";

/** The layout of every page of members: navigation at the side, or behind a button on narrow screens. */
export function Shell({ member, children }: { member: Member; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  return (
    <PaletteProvider isAdmin={member.role === "admin"}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <button
          type="button"
          // A link would change the address, which is the state of the page.
          onClick={() => main.current?.focus()}
          className="absolute top-2 left-2 z-20 -translate-y-20 rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
        >
          Skip to the page
        </button>
        <Side member={member} />
        <main
          ref={main}
          id="page"
          tabIndex={-1}
          className="min-w-0 border-line px-5 py-7 lg:border-l max-sm:px-4 max-sm:py-5 lg:px-10 lg:py-8"
        >
          <OfflineNotice />
          {children}
        </main>
      </div>
    </PaletteProvider>
  );
}

function Side({ member }: { member: Member }) {
  const openPalette = usePalette();
  const { open, setOpen, toggle } = usePhoneMenu();
  return (
    <header className="z-10 border-line bg-canvas max-lg:sticky max-lg:top-0 max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
      <div className="flex items-center gap-1 px-5 py-2 max-sm:px-4 lg:pt-5 lg:pb-3 lg:low:pt-3 lg:low:pb-2">
        <span className="mr-auto flex">
          <Brand />
        </span>
        <button
          type="button"
          aria-label="Search"
          onClick={openPalette}
          className="grid size-11 place-items-center rounded-lg hover:bg-hover lg:hidden"
        >
          <Search className="size-5" aria-hidden="true" />
        </button>
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
          className="-mr-3 inline-flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-medium hover:bg-hover lg:hidden"
        >
          {open ? (
            <X className="size-5" aria-hidden="true" />
          ) : (
            <Menu className="size-5" aria-hidden="true" />
          )}
          Menu
        </button>
      </div>
      <div
        id="navigation"
        className={`flex-1 flex-col lg:flex lg:min-h-0 ${open ? "flex max-lg:max-h-[calc(100dvh-3.75rem)] max-lg:overflow-y-auto" : "max-lg:hidden"}`}
      >
        <div className="px-3 pb-4 max-lg:hidden lg:low:pb-2.5">
          <button
            type="button"
            onClick={openPalette}
            aria-keyshortcuts="Control+K Meta+K"
            className="flex min-h-8 w-full items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 text-sm text-muted hover:border-edge"
          >
            <Search className="size-4" aria-hidden="true" />
            <span className="truncate">Search …</span>
            <kbd className="ml-auto shrink-0 font-sans text-xs">{isMac ? "⌘K" : "Ctrl K"}</kbd>
          </button>
        </div>
        <Navigation isAdmin={member.role === "admin"} />
        <SignedInAs member={member} />
      </div>
    </header>
  );
}

const isMac = /^(Mac|iP)/.test(navigator.platform);

/** Closes on Escape, which returns the focus to its button, and when another page is chosen. */
function usePhoneMenu() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has been chosen, so the choice is over
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [open]);
  return { open, setOpen, toggle };
}
