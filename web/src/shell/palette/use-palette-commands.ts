import type { NavigateOptions } from "@tanstack/react-router";
import { FileText, FolderSearch, LibraryBig, Lightbulb, type LucideIcon, Rocket } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { useResearch } from "../../api/use-research.ts";
import { recentThings } from "../../explore/recent.ts";
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

const pauseMilliseconds = 200;

/** The text once nothing has been typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What the palette offers for a text; groups without commands are left out. */
export function usePaletteCommands(typed: string, isAdmin: boolean): readonly CommandGroup[] {
  const text = typed.trim();
  const projects = useProjects(useSettled(text));
  return useDeferredValue([
    { name: "Search", commands: text === "" ? [] : searches(text) },
    { name: "Projects", commands: text === "" ? [] : projects },
    { name: "Recent", commands: recent(text) },
    { name: "Pages", commands: pages(text, isAdmin) },
  ]).filter(({ commands }) => commands.length > 0);
}

const searches = (query: string): Command[] => [
  {
    id: "search projects",
    name: `Search projects for “${query}”`,
    icon: FolderSearch,
    go: { to: "/projects", search: { query } },
  },
  {
    id: "search archive",
    name: `Search the archive for “${query}”`,
    icon: LibraryBig,
    go: { to: "/archive", search: { query } },
  },
  {
    id: "check idea",
    name: `Check the idea “${query}”`,
    icon: Lightbulb,
    go: { to: "/check", search: { idea: query } },
  },
];

const shortestName = 2;

/** Below this a project is merely the nearest, not near: half a word is near to nothing. */
const minSimilarity = 0.35;

/** The nearest projects by name or subject. */
function useProjects(query: string): Command[] {
  const enabled = query.length >= shortestName;
  const { data } = useResearch("searchProjects", { query, limit: 5 }, { enabled });
  if (!enabled) return [];
  const near = (data?.results ?? []).filter(
    ({ name, similarity }) => similarity >= minSimilarity || matches(name, query),
  );
  return near.map(({ slug, name, hackathon }) => ({
    id: `project ${slug}`,
    name,
    note: hackathon.name,
    icon: Rocket,
    go: { to: "/projects/$slug", params: { slug } },
  }));
}

const recent = (text: string): Command[] =>
  recentThings()
    .filter(({ name }) => matches(name, text))
    .map(({ kind, id, name }) => ({
      id: `recent ${kind} ${id}`,
      name,
      note: kind === "project" ? "Project" : "Document",
      icon: kind === "project" ? Rocket : FileText,
      go:
        kind === "project"
          ? { to: "/projects/$slug", params: { slug: id } }
          : { to: "/archive/$id", params: { id } },
    }));

const pages = (text: string, isAdmin: boolean): Command[] =>
  groupsFor(isAdmin)
    .flatMap(({ entries, name: group }) => entries.map((entry) => ({ ...entry, group })))
    .filter(({ name }) => matches(name, text))
    .map(({ to, name, icon, group }) => ({ id: `page ${to}`, name, note: group, icon, go: { to } }));
