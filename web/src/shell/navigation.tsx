import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { classes } from "../ui/classes.ts";
import { groupsFor, type NavigationEntry, type NavigationGroup } from "./navigation-entries.ts";
import { type OpenCounts, useOpenCounts } from "./use-open-counts.ts";

const look =
  "flex min-h-7.5 items-center gap-2.5 rounded-lg px-2.5 py-0.5 text-sm font-medium max-lg:min-h-11 lg:low:min-h-6.5 " +
  "text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text";

/** Pixels at the bottom of the list where it fades out, which shows that it goes on. */
const fade = 24;

export function Navigation({ isAdmin }: { isAdmin: boolean }) {
  const counts = useOpenCounts(isAdmin);
  const list = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has its own entry
  useEffect(() => {
    const nav = list.current;
    const entry = nav?.querySelector<HTMLElement>("[aria-current=page]");
    if (!nav || !entry) return;
    const [frame, place] = [nav.getBoundingClientRect(), entry.getBoundingClientRect()];
    // On low screens the last entries are below the edge. `scrollIntoView` would also move where Tab goes on.
    const bottom = frame.bottom - fade;
    if (place.bottom > bottom) nav.scrollTop += place.bottom - bottom;
    if (place.top < frame.top) nav.scrollTop -= frame.top - place.top;
  }, [path]);
  return (
    <nav
      ref={list}
      aria-label="Main"
      className={classes(
        "flex-1 gap-x-3 px-3 pt-1 max-lg:columns-2 max-lg:pb-1 md:max-lg:columns-4",
        "lg:min-h-0 lg:space-y-3.5 lg:overflow-y-auto lg:pb-6 lg:scroll-pb-6 lg:mask-b-from-[calc(100%-1.5rem)] lg:low:space-y-2",
      )}
    >
      {groupsFor(isAdmin).map((group) => (
        <Group key={group.name} group={group} counts={counts} />
      ))}
    </nav>
  );
}

function Group({ group, counts }: { group: NavigationGroup; counts: OpenCounts }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="max-lg:break-inside-avoid max-lg:pb-2">
      <h2 id={id} className="mb-0.5 px-2.5 text-xs font-medium text-muted">
        {group.name}
      </h2>
      <ul className="space-y-px lg:low:space-y-0">
        {group.entries.map((entry) => (
          <li key={entry.to}>
            <Entry entry={entry} count={entry.count === undefined ? 0 : counts[entry.count]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry: { to, name, icon: Icon }, count }: { entry: NavigationEntry; count: number }) {
  return (
    <Link to={to} activeOptions={{ exact: to === "/", includeSearch: false }} className={look}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {name}
      {count > 0 && (
        <span className="ml-auto rounded-md bg-sunken px-1.5 text-xs text-muted tabular-nums">
          {count > 99 ? "99+" : count}
          <span className="sr-only"> open</span>
        </span>
      )}
    </Link>
  );
}
