import type { NavigateOptions } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { groupsFor } from "../navigation-entries.ts";

export interface Command {
  id: string;
  name: string;
  /** Shown smaller, after the name. */
  note?: string;
  icon: LucideIcon;
  go: NavigateOptions;
}

export interface CommandGroup {
  name: string;
  commands: readonly Command[];
}

const matches = (name: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

/** What the palette offers for a text; groups without commands are left out. */
export function usePaletteCommands(typed: string, isAdmin: boolean): readonly CommandGroup[] {
  const text = typed.trim();
  const pages = groupsFor(isAdmin)
    .flatMap(({ entries, name: group }) => entries.map((entry) => ({ ...entry, group })))
    .filter(({ name }) => matches(name, text))
    .map(({ to, name, icon, group }) => ({ id: `page ${to}`, name, note: group, icon, go: { to } }));
  return [{ name: "Pages", commands: pages }].filter(({ commands }) => commands.length > 0);
}
