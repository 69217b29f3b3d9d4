import { Link } from "@tanstack/react-router";
import { entriesOf } from "../../shell/navigation-entries.ts";

/** The pages of the explorer, as cards. */
export function EntryPoints() {
  const entries = entriesOf("Explore").filter(({ about }) => about !== undefined);
  return (
    <ul aria-label="Where to go" className="grid grid-cols-2 gap-3 max-sm:gap-2 lg:grid-cols-4">
      {entries.map(({ to, name, about, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex h-full gap-3 rounded-xl border border-line bg-surface p-4 hover:border-edge max-sm:items-center max-sm:gap-2.5 max-sm:p-3 lg:flex-col lg:gap-2"
          >
            <Icon className="size-4.5 shrink-0 text-accent-text sm:mt-0.5" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="mt-0.5 block text-sm text-pretty text-muted max-sm:sr-only">{about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
