import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";

interface CrumbsProps {
  to: NonNullable<LinkProps["to"]>;
  name: string;
  /** What of the list's view is kept. */
  search?: LinkProps["search"];
}

/** Leads to the list that a record belongs to. */
export function Crumbs({ to, name, search }: CrumbsProps) {
  return (
    <nav aria-label="Up" className="mb-2 max-sm:-mt-3 max-sm:mb-0">
      <Link
        to={to}
        search={search}
        className="-ml-1 inline-flex items-center gap-1 rounded-md text-sm text-muted hover:text-text max-sm:min-h-11"
      >
        <ChevronLeft className="size-4" aria-hidden="true" />
        {name}
      </Link>
    </nav>
  );
}
