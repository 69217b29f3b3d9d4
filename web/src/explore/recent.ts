/** What was opened in this tab, newest first, for the command palette. Kept until the tab is closed, or to the sign-out. */
import { forgetLists } from "./last-list.ts";

export interface RecentThing {
  kind: "project" | "document";
  id: string;
  name: string;
}

const name = "priorart-recent";
const most = 8;

const isThing = (value: unknown): value is RecentThing => {
  const { kind, id, name: title } = (value ?? {}) as Partial<RecentThing>;
  return (kind === "project" || kind === "document") && typeof id === "string" && typeof title === "string";
};

export function recentThings(): RecentThing[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isThing) : [];
  } catch {
    // Storage can be disabled, or hold something else.
    return [];
  }
}

export function recall(thing: RecentThing): void {
  const others = recentThings().filter(({ kind, id }) => kind !== thing.kind || id !== thing.id);
  try {
    sessionStorage.setItem(name, JSON.stringify([thing, ...others].slice(0, most)));
  } catch {
    // Storage can be disabled: nothing is recent then.
  }
}

/** After a sign-out. */
export function forgetRecent(): void {
  forgetLists();
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage can be disabled: there is nothing to forget.
  }
}
