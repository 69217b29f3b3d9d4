import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useState } from "react";

const load = () => import("./palette.tsx");
const Palette = lazy(() => load().then(({ Palette: component }) => ({ default: component })));

const PaletteContext = createContext<() => void>(() => {});

/** Opens the command palette. */
export const usePalette = (): (() => void) => useContext(PaletteContext);

/** Whether a key press belongs to what is being typed in. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

/** The keys of every page: Ctrl-K or Cmd-K opens the palette; `/` goes to the page's search, or opens the palette. */
export function PaletteProvider({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === "k") {
        event.preventDefault();
        setOpen((before) => !before);
      }
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      const search = document.querySelector<HTMLInputElement>("main [data-search]");
      if (search === null) return setOpen(true);
      search.focus();
      search.select();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <PaletteContext value={() => setOpen(true)}>
      {children}
      {open && (
        <Suspense>
          <Palette isAdmin={isAdmin} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </PaletteContext>
  );
}
