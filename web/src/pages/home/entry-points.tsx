import { Link } from "@tanstack/react-router";
import { groupsFor } from "../../shell/navigation-entries.ts";

/** The pages of members, as cards. */
export function EntryPoints() {
  const entries = groupsFor(false)
    .flatMap((group) => group.entries)
    .filter(({ to }) => to !== "/");
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {entries.map(({ to, name, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3 font-medium hover:border-edge"
          >
            <Icon className="size-4 text-muted" aria-hidden="true" />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
